/** Time left, as navy plates (限时价) or as plain figures inside a sentence. */
import { useEffect, useEffectEvent, useState } from "react";
import styles from "./countdown.module.css";

const SECOND_MS = 1000;

const secondsUntil = (endsAt: number, clockOffsetMs: number): number =>
  Math.max(0, Math.ceil((endsAt - Date.now() - clockOffsetMs) / SECOND_MS));

/**
 * Whole seconds left until `endsAt` (ms since 1970), never below 0. `clockOffsetMs` is server
 * minus device.
 */
export function useSecondsLeft(endsAt: number, clockOffsetMs = 0, onEnd?: () => void): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(endsAt, clockOffsetMs));
  const end = useEffectEvent(() => onEnd?.());
  useEffect(() => {
    const tick = () => {
      const now = secondsUntil(endsAt, clockOffsetMs);
      setSeconds(now);
      if (now > 0) return;
      clearInterval(timer);
      end();
    };
    const timer = setInterval(tick, SECOND_MS);
    return () => clearInterval(timer);
  }, [endsAt, clockOffsetMs]);
  return seconds;
}

const two = (count: number): string => `${count}`.padStart(2, "0");

/** Hours, minutes and seconds, two digits each; hours may pass 24. */
export const clockParts = (seconds: number): readonly [string, string, string] => [
  two(Math.floor(seconds / 3600)),
  two(Math.floor(seconds / 60) % 60),
  two(seconds % 60),
];

/** "14:32", with hours only where there are any. */
export function clockText(seconds: number): string {
  const [hours, minutes, rest] = clockParts(seconds);
  return hours === "00" ? `${minutes}:${rest}` : `${hours}:${minutes}:${rest}`;
}

interface CountdownProps {
  readonly endsAt: number;
  readonly clockOffsetMs?: number | undefined;
  readonly onEnd?: (() => void) | undefined;
  /** 距结束, before the plates. */
  readonly label?: string | undefined;
  readonly look?: "plates" | "text" | undefined;
}

/** A timer does not announce each second; it is read when one comes to it. */
export function Countdown({
  endsAt,
  clockOffsetMs,
  onEnd,
  label = "距结束",
  look = "plates",
}: CountdownProps) {
  const seconds = useSecondsLeft(endsAt, clockOffsetMs, onEnd);
  if (look === "text") {
    return (
      <span className={styles.text} role="timer">
        {clockText(seconds)}
      </span>
    );
  }
  const [hours, minutes, rest] = clockParts(seconds);
  return (
    <span
      className={styles.countdown}
      role="timer"
      aria-label={`${label} ${hours} 时 ${minutes} 分 ${rest} 秒`}
    >
      {label}
      <b>{hours}</b>:<b>{minutes}</b>:<b>{rest}</b>
    </span>
  );
}
