/**
 * The server's time in whole seconds: one timer for all countdowns of a page, so that they change
 * together.
 */
import { serverNow } from "./clock.ts";

const SECOND_MS = 1_000;

const listeners = new Set<() => void>();
let secondMs = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

const wholeSecond = (): number => Math.floor(serverNow() / SECOND_MS) * SECOND_MS;

function tick(): void {
  secondMs = wholeSecond();
  timer = setTimeout(tick, SECOND_MS - (serverNow() - secondMs));
  for (const listener of listeners) listener();
}

/** Calls `listener` at each new second, until the returned function is called. */
export function onSecond(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) tick();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    timer = undefined;
  };
}

/**
 * The start of the current second by the server's clock, in ms since 1970; the same for all readers
 * until the next tick.
 */
export function currentSecond(): number {
  if (timer === undefined) secondMs = wholeSecond();
  return secondMs;
}
