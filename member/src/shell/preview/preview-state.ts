/**
 * The state of the image preview (D10) as a pure reducer, so that every gesture can be tested
 * without touch input.
 */
import { dampedX, dragActionOf, type DragEnd } from "./drag.ts";
import {
  clampView,
  pannedBy,
  type Point,
  type Size,
  steppedZoom,
  toggledZoom,
  type View,
  wheeledZoom,
  INITIAL_VIEW,
  ZOOM_MIN,
  zoomedAbout,
} from "./geometry.ts";

/** The frame, and the image fitted into it. */
export type PreviewSizes = { readonly frame: Size; readonly image: Size };

export type PreviewState = {
  /** Index of the image, from 0. */
  readonly index: number;
  readonly count: number;
  readonly view: View;
  /** How far the whole image is dragged sideways (to turn the page) or down (to close), in px. */
  readonly dragOffset: Point;
  /** The view at the start of the gesture; absent when there is none. */
  readonly viewAtGestureStart?: View | undefined;
  readonly isClosed: boolean;
};

export type PreviewAction =
  | { readonly type: "drag"; readonly by: Point; readonly isSideways: boolean }
  | { readonly type: "drop"; readonly stroke: DragEnd }
  | { readonly type: "pinch"; readonly scale: number; readonly from: Point; readonly to: Point }
  | { readonly type: "release" }
  | { readonly type: "wheel"; readonly wheelPx: number; readonly about: Point }
  | { readonly type: "double tap"; readonly about: Point }
  | { readonly type: "zoom"; readonly steps: 1 | -1 }
  | { readonly type: "whole" }
  | { readonly type: "arrow"; readonly by: Point }
  | { readonly type: "turn"; readonly by: 1 | -1 }
  | { readonly type: "close" };

const NO_OFFSET: Point = { x: 0, y: 0 };
/** Pixels by which one press of an arrow key moves an image that is larger than its frame. */
const ARROW_PX = 80;

export const initialPreviewState = (place: number, count: number): PreviewState => ({
  index: Math.min(Math.max(0, Math.trunc(place)), Math.max(0, count - 1)),
  count,
  view: INITIAL_VIEW,
  dragOffset: NO_OFFSET,
  isClosed: false,
});

const hasImage = ({ index, count }: PreviewState, by: number): boolean =>
  index + by >= 0 && index + by < count;

const turned = (now: PreviewState, by: 1 | -1): PreviewState =>
  hasImage(now, by)
    ? { ...initialPreviewState(now.index + by, now.count) }
    : { ...now, dragOffset: NO_OFFSET, viewAtGestureStart: undefined };

function dragged(
  now: PreviewState,
  by: Point,
  isSideways: boolean,
  sizes: PreviewSizes,
): PreviewState {
  const viewAtGestureStart = now.viewAtGestureStart ?? now.view;
  if (viewAtGestureStart.zoom > ZOOM_MIN) {
    return {
      ...now,
      viewAtGestureStart,
      view: clampView(pannedBy(viewAtGestureStart, by), sizes.image, sizes.frame),
    };
  }
  const dragOffset = isSideways
    ? { x: dampedX(by.x, hasImage(now, by.x < 0 ? 1 : -1)), y: 0 }
    : { x: 0, y: Math.max(0, by.y) };
  return { ...now, viewAtGestureStart, dragOffset };
}

function dropped(now: PreviewState, stroke: DragEnd, sizes: PreviewSizes): PreviewState {
  const still: PreviewState = { ...now, viewAtGestureStart: undefined, dragOffset: NO_OFFSET };
  if (now.view.zoom > ZOOM_MIN) return still;
  const meaning = dragActionOf(stroke, sizes.frame.width);
  if (meaning === "close") return { ...now, viewAtGestureStart: undefined, isClosed: true };
  if (meaning === "stay") return still;
  return turned(still, meaning === "next" ? 1 : -1);
}

/**
 * Returns the next state. At zoom 1 an arrow key turns the page, else it moves the image in the
 * opposite direction.
 */
export function reducePreview(
  now: PreviewState,
  step: PreviewAction,
  sizes: PreviewSizes,
): PreviewState {
  const seen = (view: View): PreviewState => ({
    ...now,
    view: clampView(view, sizes.image, sizes.frame),
  });
  const { view } = now;
  switch (step.type) {
    case "drag":
      return dragged(now, step.by, step.isSideways, sizes);
    case "drop":
      return dropped(now, step.stroke, sizes);
    case "pinch": {
      const viewAtGestureStart = now.viewAtGestureStart ?? view;
      const zoomed = zoomedAbout(
        viewAtGestureStart,
        viewAtGestureStart.zoom * step.scale,
        step.from,
      );
      const by = { x: step.to.x - step.from.x, y: step.to.y - step.from.y };
      return { ...seen(pannedBy(zoomed, by)), viewAtGestureStart, dragOffset: NO_OFFSET };
    }
    case "release":
      return { ...now, viewAtGestureStart: undefined, dragOffset: NO_OFFSET };
    case "wheel":
      return seen(zoomedAbout(view, wheeledZoom(view.zoom, step.wheelPx), step.about));
    case "double tap":
      return seen(zoomedAbout(view, toggledZoom(view.zoom), step.about));
    case "zoom":
      return seen(zoomedAbout(view, steppedZoom(view.zoom, step.steps), NO_OFFSET));
    case "whole":
      return { ...now, view: INITIAL_VIEW };
    case "arrow": {
      const by = { x: -step.by.x * ARROW_PX, y: -step.by.y * ARROW_PX };
      if (view.zoom > ZOOM_MIN) return seen(pannedBy(view, by));
      return step.by.x === 0 ? now : turned(now, step.by.x > 0 ? 1 : -1);
    }
    case "turn":
      return turned(now, step.by);
    case "close":
      return { ...now, isClosed: true };
  }
}
