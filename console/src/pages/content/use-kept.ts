/**
 * A document under an operator's hands that is stored as a whole: what is typed stays in the page
 * when the connection is lost, when the server refuses, and when another operator stored meanwhile.
 */
import { useEffect, useState } from "react";

export type Stored = {
  readonly sinceVersion: number;
  readonly savedBy?: { readonly name: string };
  readonly savedAt?: number;
};

export type Kept<D> = {
  readonly value: D;
  readonly isChanged: boolean;
  /** The version that the next change names. */
  readonly sinceVersion: number;
  /** What another operator stored since this page read the document. */
  readonly theirs: (Stored & { readonly value: D }) | undefined;
  /** Counts how often the whole document was replaced: fields then begin anew. */
  readonly round: number;
  readonly change: (value: D) => void;
  /** Goes on with the other operator's document or with one's own. */
  readonly settle: (kept: "theirs" | "own") => void;
};

/** `present` is what the server answered last; it is newer than the page's own after a reload. */
export function useKept<D>(present: Stored & { readonly value: D }): Kept<D> {
  const [base, setBase] = useState(present.sinceVersion);
  const [own, setOwn] = useState<D>();
  const [round, setRound] = useState(0);
  const isChanged = own !== undefined;
  const isNewer = present.sinceVersion !== base;
  useEffect(() => {
    if (!isChanged) return;
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", stay);
    return () => removeEventListener("beforeunload", stay);
  }, [isChanged]);
  return {
    value: own ?? present.value,
    isChanged,
    sinceVersion: isChanged ? base : present.sinceVersion,
    theirs: isChanged && isNewer ? present : undefined,
    round,
    change: (value) => {
      if (!isChanged) setBase(present.sinceVersion);
      setOwn(() => value);
    },
    settle: (kept) => {
      setBase(present.sinceVersion);
      if (kept === "own") return;
      setOwn(undefined);
      setRound(round + 1);
    },
  };
}
