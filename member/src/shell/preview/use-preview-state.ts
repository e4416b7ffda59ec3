/** The state of the preview; measures the frame and the image for every action on it. */
import { type RefObject, useCallback, useReducer } from "react";
import { fittedSize } from "./geometry.ts";
import {
  type PreviewSizes,
  type PreviewAction,
  reducePreview,
  type PreviewState,
  initialPreviewState,
} from "./preview-state.ts";

type Move = { readonly step: PreviewAction; readonly sizes: PreviewSizes };
const reduce = (now: PreviewState, { step, sizes }: Move): PreviewState =>
  reducePreview(now, step, sizes);

function measureSizes(stage: HTMLElement): PreviewSizes {
  const frame = { width: stage.clientWidth, height: stage.clientHeight };
  const image = stage.querySelector<HTMLImageElement>("[data-current] img");
  const natural = { width: image?.naturalWidth ?? 0, height: image?.naturalHeight ?? 0 };
  return { frame, image: fittedSize(natural, frame) };
}

export function usePreviewState(
  stage: RefObject<HTMLElement | null>,
  start: number,
  count: number,
) {
  const [now, move] = useReducer(reduce, initialPreviewState(start, count));
  const send = useCallback(
    (step: PreviewAction) => {
      if (stage.current) move({ step, sizes: measureSizes(stage.current) });
    },
    [stage],
  );
  return { now, send };
}
