// Answers of the lab that do not change while the house is open are fetched once.

import { get } from "../lib/api";

const kept = new Map<string, Promise<unknown>>();

export function ask<T>(path: string): Promise<T> {
  let answer = kept.get(path) as Promise<T> | undefined;
  if (!answer) {
    answer = get<T>(path);
    kept.set(path, answer);
    answer.catch(() => kept.delete(path));
  }
  return answer;
}

export function forget(path: string): void {
  kept.delete(path);
}
