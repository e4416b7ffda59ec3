/** The remaining time, as navy plates (限时价) or as plain text inside a sentence. */
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { currentSecond, onSecond } from "../device/second-clock.ts";
import styles from "./countdown.module.css";

const SECOND_MS = 1000;

/**
 * Returns the whole seconds left until `endsAt` (ms since 1970, by the server's clock), never below
 * 0. Calls `onEnd` once when the time is over. All countdowns of a page change at the same moment.
 */
export function useSecondsLeft(endsAt: number, onEnd?: () => void): number {
  const now = useSyncExternalStore(onSecond, currentSecond, currentSecond);
  const seconds = Math.max(0, Math.ceil((endsAt - now) / SECOND_MS));
  const isOver = seconds === 0;
  const end = useEffectEvent(() => onEnd?.());
  useEffect(() => {
    if (isOver) end();
  }, [isOver, endsAt]);
  return seconds;
}

const two = (count: number): string => `${count}`.padStart(2, "0");

/** Returns hours, minutes and seconds, at least two digits each; hours may exceed 24. */
export const clockParts = (seconds: number): readonly [string, string, string] => [
  two(Math.floor(seconds / 3600)),
  two(Math.floor(seconds / 60) % 60),
  two(seconds % 60),
];

/** Returns "14:32"; includes hours only when they are not zero. */
export function clockText(seconds: number): string {
  const [hours, minutes, rest] = clockParts(seconds);
  return hours === "00" ? `${minutes}:${rest}` : `${hours}:${minutes}:${rest}`;
}

/** False while a first view of the server is shown: its time would stand still. */
const useIsRunning = (): boolean =>
  useSyncExternalStore(
    onSecond,
    () => true,
    () => false,
  );

const UNKNOWN = ["--", "--", "--"] as const;

interface CountdownProps {
  readonly endsAt: number;
  readonly onEnd?: (() => void) | undefined;
  /** Text before the plates: 距结束. */
  readonly label?: string | undefined;
  readonly appearance?: "plates" | "text" | undefined;
}

/** A screen reader does not announce each second; it reads the time when it reaches the element. */
export function Countdown({
  endsAt,
  onEnd,
  label = "距结束",
  appearance = "plates",
}: CountdownProps) {
  const seconds = useSecondsLeft(endsAt, onEnd);
  const isRunning = useIsRunning();
  if (appearance === "text") {
    return <span role="timer">{isRunning ? clockText(seconds) : "--:--"}</span>;
  }
  const [hours, minutes, rest] = isRunning ? clockParts(seconds) : UNKNOWN;
  return (
    <span
      className={styles.countdown}
      role="timer"
      aria-label={isRunning ? `${label} ${hours} 时 ${minutes} 分 ${rest} 秒` : label}
    >
      {label}
      <b>{hours}</b>:<b>{minutes}</b>:<b>{rest}</b>
    </span>
  );
}
