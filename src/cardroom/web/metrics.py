"""Figures for Prometheus. Nothing in them is about a person."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable

from prometheus_client import CollectorRegistry, Counter, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

from cardroom import __version__
from cardroom.house.runtime.house_clock import clock_off
from cardroom.house.runtime.service import Service
from cardroom.web.sockets.hub import Hub

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    def __init__(self, service: Service, hub: Hub) -> None:
        self._service = service
        self._hub = hub
        self._registry = CollectorRegistry()
        self._answers = Counter(
            "cardroom_commands_answered", "Commands by people.", ["command", "answer"], registry=self._registry
        )
        self._socket_refusals = Counter(
            "cardroom_messages_refused", "Socket messages refused unread.", ["code"], registry=self._registry
        )
        self._turned_away = Counter(
            "cardroom_turned_away", "Requests and sockets refused at the door.", ["code"], registry=self._registry
        )
        self._requests = Counter("cardroom_http_responses", "HTTP responses.", ["status"], registry=self._registry)
        self._registry.register(self)

    def accepted(self, command: str) -> None:
        self._answers.labels(command, "accepted").inc()

    def refused(self, command: str, code: str) -> None:
        self._answers.labels(command, code).inc()

    def message_refused(self, code: str) -> None:
        self._socket_refusals.labels(code).inc()

    def turned_away(self, code: str) -> None:
        self._turned_away.labels(code).inc()

    def responded(self, status: int) -> None:
        self._requests.labels(str(status)).inc()

    def text(self) -> bytes:
        return generate_latest(self._registry)

    def collect(self) -> Iterable[Metric]:
        """What the house itself knows, read when it is asked for."""
        house = self._service.house
        yield GaugeMetricFamily("cardroom_info", f"Cardroom {__version__}", value=1)
        yield CounterMetricFamily(
            "cardroom_commands", "Commands, the house's own included.", value=self._service.commands
        )
        commits = self._service.committer.commits
        yield CounterMetricFamily("cardroom_commits", "Transactions written to disk.", value=commits)
        yield GaugeMetricFamily(
            "cardroom_clock_off_seconds",
            "What the machine's clock has been set by and is not followed in.",
            clock_off(),
        )
        yield GaugeMetricFamily(
            "cardroom_database_clock_off_seconds",
            "By how much the database's clock is ahead of the house's.",
            self._service.committer.clock_off,
        )
        yield GaugeMetricFamily("cardroom_sockets_open", "Open sockets.", value=len(self._hub.connections))
        yield CounterMetricFamily(
            "cardroom_sockets_dropped", "Sockets closed because they were too slow.", value=self._hub.dropped
        )
        running = Tally(self._service.background.running)
        tasks = GaugeMetricFamily("cardroom_background_tasks", "What the server does by itself.", labels=["task"])
        failures = CounterMetricFamily("cardroom_background_failures", "How often each has failed.", labels=["task"])
        for name, count in sorted(running.items()):
            tasks.add_metric([name], count)
        for name, count in sorted(self._service.background.failures.items()):
            failures.add_metric([name], count)
        yield tasks
        yield failures
        stopped = sum(1 for table in house.tables.values() if table.fault)
        yield GaugeMetricFamily("cardroom_tables_stopped", "Tables at which something has failed.", value=stopped)
        rounds = CounterMetricFamily("cardroom_rounds", "Rounds begun.", labels=["table", "game"])
        seats = GaugeMetricFamily("cardroom_seats_taken", "Seats taken.", labels=["table", "game"])
        public = [table for table in house.tables.values() if not table.plan.is_private]
        private = len(house.tables) - len(public)
        yield GaugeMetricFamily("cardroom_private_tables", "Tables among friends; none is named.", value=private)
        for table in public:
            labels = [table.id, table.plan.settings.game]
            rounds.add_metric(labels, table.rounds)
            seats.add_metric(labels, len(table.seats))
        yield rounds
        yield seats
