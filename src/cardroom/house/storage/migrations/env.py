"""Alembic's entry: migrations run on the connection that the store hands over."""

from alembic import context

from cardroom.house.storage.schema import metadata

if hasattr(context, "config"):  # Alembic runs this file; whoever only imports it has no context
    connection = context.config.attributes["connection"]
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()
