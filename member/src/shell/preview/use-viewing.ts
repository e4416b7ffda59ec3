/** Keeps what is being looked at, and measures the frame and the image for every step of it. */
import { type RefObject, useCallback, useReducer } from "react";
import { fittedSize } from "./geometry.ts";
import { type Room, type Step, stepped, type Viewing, viewingFrom } from "./viewing.ts";

type Move = { readonly step: Step; readonly room: Room };
const reduce = (now: Viewing, { step, room }: Move): Viewing => stepped(now, step, room);

function roomOf(stage: HTMLElement): Room {
  const frame = { width: stage.clientWidth, height: stage.clientHeight };
  const image = stage.querySelector<HTMLImageElement>("[data-current] img");
  const natural = { width: image?.naturalWidth ?? 0, height: image?.naturalHeight ?? 0 };
  return { frame, image: fittedSize(natural, frame) };
}

export function useViewing(stage: RefObject<HTMLElement | null>, start: number, count: number) {
  const [now, move] = useReducer(reduce, viewingFrom(start, count));
  const send = useCallback(
    (step: Step) => {
      if (stage.current) move({ step, room: roomOf(stage.current) });
    },
    [stage],
  );
  return { now, send };
}
