/**
 * A draft under an operator's hands: kept on the server two seconds after the last change, and kept
 * in the page when the connection is lost or the server refuses. Of two editors the second one gets
 * what the first one stored.
 */
import { useEffect, useRef, useState } from "react";
import { ApiFailure, hasCode } from "../api/failure.ts";

const SAVE_AFTER_MS = 2_000;

/** What another operator stored meanwhile. */
export type Theirs<D> = {
  readonly sinceVersion: number;
  readonly draft: D;
  readonly savedBy: { readonly name: string };
  readonly savedAt: number;
};

type Versioned = { readonly sinceVersion: number };

export type DraftHands<D, S extends Versioned> = {
  readonly draft: D;
  /** What the server answered last. */
  readonly saved: S;
  readonly state: "saved" | "changed" | "saving" | "failed";
  /** True once something was saved here. */
  readonly hasSaved: boolean;
  /** Counts how often the whole draft was replaced: fields then begin anew. */
  readonly round: number;
  readonly failure: unknown;
  readonly theirs: Theirs<D> | undefined;
  readonly change: (draft: D) => void;
  /** Changes the draft as a whole: its fields begin anew. */
  readonly replace: (draft: D) => void;
  /** Saves what is not saved yet; resolves with the version, or undefined when it failed. */
  readonly flush: () => Promise<number | undefined>;
  /** Goes on from the other operator's draft, with theirs or with one's own. */
  readonly settle: (kept: "theirs" | "own") => void;
};

type DraftOptions<D, S extends Versioned> = {
  readonly draft: D;
  readonly saved: S;
  readonly save: (draft: D, sinceVersion: number) => Promise<S>;
  /** Says whether a draft can be stored yet; what cannot waits for `flush`. Always without it. */
  readonly isReady?: (draft: D) => boolean;
  /** Reads the other operator's draft from the data of STATE_CHANGED. */
  readonly theirsIn: (data: unknown) => Theirs<D> | undefined;
};

export function useDraft<D, S extends Versioned>(given: DraftOptions<D, S>): DraftHands<D, S> {
  const [draft, setDraft] = useState(given.draft);
  const [saved, setSaved] = useState(given.saved);
  const [state, setState] = useState<DraftHands<D, S>["state"]>("saved");
  const [failure, setFailure] = useState<unknown>();
  const [theirs, setTheirs] = useState<Theirs<D>>();
  const [round, setRound] = useState(0);
  const [hasSaved, setHasSaved] = useState(false);
  const busy = useRef<Promise<number | undefined>>(undefined);
  // What the next save begins with, also when it waited for the one before it.
  const latest = useRef({ draft: given.draft, sinceVersion: given.saved.sinceVersion });

  const save = async (): Promise<number | undefined> => {
    setState("saving");
    try {
      const answer = await given.save(latest.current.draft, latest.current.sinceVersion);
      latest.current.sinceVersion = answer.sinceVersion;
      setSaved(answer);
      setHasSaved(true);
      setFailure(undefined);
      setState((now) => (now === "saving" ? "saved" : now));
      return answer.sinceVersion;
    } catch (refusal) {
      const isStale = refusal instanceof ApiFailure && hasCode(refusal, "STATE_CHANGED");
      setFailure(refusal);
      setTheirs(isStale ? given.theirsIn(refusal.data) : undefined);
      setState("failed");
      return undefined;
    }
  };
  const flush = async (): Promise<number | undefined> => {
    await busy.current;
    if (state === "saved") return latest.current.sinceVersion;
    busy.current = save();
    return busy.current;
  };
  useEffect(() => {
    if (state === "saved") return;
    const isDue = state === "changed" && (given.isReady?.(draft) ?? true);
    const timer = isDue ? setTimeout(() => void flush(), SAVE_AFTER_MS) : undefined;
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    const again = () => state === "failed" && !theirs && void flush();
    addEventListener("beforeunload", stay);
    addEventListener("online", again);
    return () => {
      clearTimeout(timer);
      removeEventListener("beforeunload", stay);
      removeEventListener("online", again);
    };
  });
  const change = (next: D) => {
    latest.current.draft = next;
    setDraft(next);
    setState("changed");
  };
  return {
    draft,
    saved,
    state,
    failure,
    theirs,
    flush,
    hasSaved,
    round,
    change,
    replace: (next) => {
      change(next);
      setRound(round + 1);
    },
    settle: (kept) => {
      if (!theirs) return;
      latest.current.sinceVersion = theirs.sinceVersion;
      setSaved((old) => ({ ...old, sinceVersion: theirs.sinceVersion }));
      setTheirs(undefined);
      setFailure(undefined);
      if (kept === "theirs") {
        latest.current.draft = theirs.draft;
        setDraft(theirs.draft);
        setRound(round + 1);
      }
      setState("changed");
    },
  };
}
