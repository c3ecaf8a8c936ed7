// HTTP to the card room. A refusal becomes an error whose message tells the person what to do.

import type { Problem } from "./messages";

export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

async function answer<T>(request: Promise<Response>): Promise<T> {
  let response: Response;
  try {
    response = await request;
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refusal("unreachable", "The card room cannot be reached. Your money is safe; try again in a moment.", 0);
  }
  if (response.status === 204) return undefined as T;
  const document: unknown = await response.json().catch(() => null);
  if (response.ok) return document as T;
  const problem = document as Partial<Problem> | null;
  throw new Refusal(
    problem?.code ?? "unreachable",
    problem?.message ?? "The card room did not answer as expected. Try again in a moment.",
    response.status,
  );
}

export function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return answer<T>(fetch(path, signal ? { signal } : {}));
}

export function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  const request: RequestInit = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  if (signal) request.signal = signal;
  return answer<T>(fetch(path, request));
}

export function remove(path: string): Promise<void> {
  return answer<void>(fetch(path, { method: "DELETE" }));
}

export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
