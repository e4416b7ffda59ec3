/** The letter index beside a long list: draggable, and a slider for keyboard and screen readers. */
import { type KeyboardEvent, type PointerEvent, useState } from "react";
import styles from "./letter-bar.module.css";

type LetterBarProps = {
  readonly label: string;
  /** Only letters that have entries, in order; at least one. */
  readonly letters: readonly string[];
  readonly onLetter: (letter: string) => void;
};

/** Returns the index a key moves to; `undefined` for a key without meaning here. */
const placeAfter = (key: string, at: number, letters: readonly string[]): number | undefined => {
  if (key === "ArrowDown" || key === "ArrowRight") return at + 1;
  if (key === "ArrowUp" || key === "ArrowLeft") return at - 1;
  if (key === "Home") return 0;
  if (key === "End") return letters.length - 1;
  const typed = letters.indexOf(key.toUpperCase());
  return typed < 0 ? undefined : typed;
};

export function LetterBar({ label, letters, onLetter }: LetterBarProps) {
  const [at, setAt] = useState(0);
  const [isHeld, setHeld] = useState(false);
  const go = (wanted: number) => {
    const place = Math.max(0, Math.min(letters.length - 1, wanted));
    const letter = letters[place];
    if (letter === undefined) return;
    setAt(place);
    onLetter(letter);
  };
  const goTo = ({ currentTarget, clientY }: PointerEvent<HTMLDivElement>) => {
    const { top, height } = currentTarget.getBoundingClientRect();
    go(Math.floor(((clientY - top) / height) * letters.length));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const place = placeAfter(event.key, at, letters);
    if (place === undefined) return;
    event.preventDefault();
    go(place);
  };
  return (
    <div
      className={styles.bar}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuemin={1}
      aria-valuemax={letters.length}
      aria-valuenow={at + 1}
      aria-valuetext={letters[at] ?? ""}
      data-held={isHeld ? "" : undefined}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setHeld(true);
        goTo(event);
      }}
      onPointerMove={(event) => isHeld && goTo(event)}
      onPointerUp={() => setHeld(false)}
      onPointerCancel={() => setHeld(false)}
    >
      {letters.map((letter, place) => (
        <span key={letter} aria-hidden data-on={place === at ? "" : undefined}>
          {letter}
        </span>
      ))}
    </div>
  );
}
