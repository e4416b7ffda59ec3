/** The buttons of a draft's head: whether it is stored, versions, changes, and publishing now or later. */
import { CalendarClock, GitCompare, History, Send } from "lucide-react";
import { Button } from "./button.tsx";
import { DraftState } from "./draft-state.tsx";
import { Gate } from "./gate.tsx";
import type { DraftHands } from "./use-draft.ts";

export type DraftView = "changes" | "versions";
type Saved = { readonly sinceVersion: number; readonly savedAt?: number };

export function DraftActions<D, S extends Saved>(props: {
  readonly hands: DraftHands<D, S>;
  /** Whether there is anything to publish. */
  readonly isOpen: boolean;
  readonly view: DraftView | undefined;
  /** Opens a view beside the draft; undefined closes it. */
  readonly onView: (view: DraftView | undefined) => void;
  /** 「版本」, or 「回退」 where versions are there to go back to. */
  readonly versionsLabel: string;
  /** 「发布 v3」. */
  readonly publishLabel: string;
  /** Publishes what is stored under this version of the draft. */
  readonly onPublish: (sinceVersion: number, isLater: boolean) => Promise<unknown>;
}) {
  const { hands, isOpen, view, onView, onPublish } = props;
  const toggle = (wanted: DraftView) => onView(view === wanted ? undefined : wanted);
  const goLive = async (isLater: boolean) => {
    const since = await hands.flush();
    if (since !== undefined) await onPublish(since, isLater);
  };
  return (
    <>
      <DraftState hands={hands} />
      <Button
        icon={<History />}
        aria-pressed={view === "versions"}
        onClick={() => toggle("versions")}
      >
        {props.versionsLabel}
      </Button>
      <Button
        icon={<GitCompare />}
        aria-pressed={view === "changes"}
        onClick={() => void hands.flush().then(() => toggle("changes"))}
      >
        看改动
      </Button>
      <Gate may="catalog:publish">
        <Button icon={<CalendarClock />} disabled={!isOpen} onClick={() => void goLive(true)}>
          定时发布
        </Button>
        <Button look="coral" icon={<Send />} disabled={!isOpen} onClick={() => void goLive(false)}>
          {props.publishLabel}
        </Button>
      </Gate>
    </>
  );
}
