/** The draft under an operator's hands: kept on the server two seconds after the last change. */
import { useEffect, useRef, useState } from "react";
import { ApiFailure, hasCode } from "../../api/failure.ts";
import { api } from "../../api/client.ts";
import type { Draft, Goods } from "./draft-fields.ts";

const SAVE_AFTER_MS = 2_000;

/** What another operator saved meanwhile. */
export type Theirs = {
  readonly sinceVersion: number;
  readonly draft: Draft;
  readonly savedBy: { readonly name: string };
  readonly savedAt: number;
};

type Saved = Pick<Goods, "checks" | "preview" | "sinceVersion" | "savedAt">;

export type DraftHands = {
  readonly draft: Draft;
  readonly saved: Saved;
  readonly state: "saved" | "changed" | "saving" | "failed";
  /** True once something was saved here. */
  readonly hasSaved: boolean;
  /** Counts how often the whole draft was replaced: fields then begin anew. */
  readonly round: number;
  readonly failure: unknown;
  readonly theirs: Theirs | undefined;
  readonly change: (draft: Draft) => void;
  /** Changes the draft as a whole: its fields begin anew. */
  readonly replace: (draft: Draft) => void;
  /** Saves what is not saved yet; resolves with the version, or undefined when it failed. */
  readonly flush: () => Promise<number | undefined>;
  /** Goes on from the other operator's draft, with theirs or with one's own. */
  readonly settle: (kept: "theirs" | "own") => void;
};

const theirsIn = (failure: unknown): Theirs | undefined => {
  if (!(failure instanceof ApiFailure) || !hasCode(failure, "STATE_CHANGED")) return undefined;
  const data = failure.data as { readonly current?: Theirs } | null | undefined;
  return data?.current;
};

export function useDraft(goods: Goods): DraftHands {
  const [draft, setDraft] = useState(goods.draft);
  const [saved, setSaved] = useState<Saved>(goods);
  const [state, setState] = useState<DraftHands["state"]>("saved");
  const [failure, setFailure] = useState<unknown>();
  const [theirs, setTheirs] = useState<Theirs>();
  const [round, setRound] = useState(0);
  const [hasSaved, setHasSaved] = useState(false);
  const busy = useRef<Promise<number | undefined>>(undefined);
  // What the next save begins with, also when it waited for the one before it.
  const latest = useRef({ draft: goods.draft, sinceVersion: goods.sinceVersion });

  const save = async (): Promise<number | undefined> => {
    setState("saving");
    try {
      const { benefitId } = goods;
      const answer = await api.operatorGoods.saveDraft({ benefitId, ...latest.current });
      latest.current.sinceVersion = answer.sinceVersion;
      setSaved(answer);
      setHasSaved(true);
      setFailure(undefined);
      setState((now) => (now === "saving" ? "saved" : now));
      return answer.sinceVersion;
    } catch (refusal) {
      setFailure(refusal);
      setTheirs(theirsIn(refusal));
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
    if (state !== "changed") return;
    const timer = setTimeout(() => void flush(), SAVE_AFTER_MS);
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", stay);
    return () => {
      clearTimeout(timer);
      removeEventListener("beforeunload", stay);
    };
  });
  const change = (next: Draft) => {
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
