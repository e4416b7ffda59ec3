/**
 * What is being looked at and how (D10): a pure step from one state to the next, so that every
 * gesture can be tested without a finger.
 */
import { followedX, meaningOf, type Stroke } from "./drag.ts";
import {
  clampView,
  pannedBy,
  type Point,
  type Size,
  steppedZoom,
  toggledZoom,
  type View,
  wheeledZoom,
  WHOLE,
  ZOOM_MIN,
  zoomedAbout,
} from "./geometry.ts";

/** The frame, and the image fitted into it. */
export type Room = { readonly frame: Size; readonly image: Size };

export type Viewing = {
  /** Which image, from 0. */
  readonly place: number;
  readonly count: number;
  readonly view: View;
  /** How far the whole image is drawn aside (to turn) or down (to close), in px. */
  readonly pull: Point;
  /** The view when the fingers came down; absent when nothing is held. */
  readonly held?: View | undefined;
  readonly isClosed: boolean;
};

export type Step =
  | { readonly type: "drag"; readonly by: Point; readonly isSideways: boolean }
  | { readonly type: "drop"; readonly stroke: Stroke }
  | { readonly type: "pinch"; readonly scale: number; readonly from: Point; readonly to: Point }
  | { readonly type: "release" }
  | { readonly type: "wheel"; readonly wheelPx: number; readonly about: Point }
  | { readonly type: "double tap"; readonly about: Point }
  | { readonly type: "zoom"; readonly steps: 1 | -1 }
  | { readonly type: "whole" }
  | { readonly type: "arrow"; readonly by: Point }
  | { readonly type: "turn"; readonly by: 1 | -1 }
  | { readonly type: "close" };

const NOWHERE: Point = { x: 0, y: 0 };
/** How far one press of an arrow key moves an image that is larger than its frame. */
const ARROW_PX = 80;

export const viewingFrom = (place: number, count: number): Viewing => ({
  place: Math.min(Math.max(0, Math.trunc(place)), Math.max(0, count - 1)),
  count,
  view: WHOLE,
  pull: NOWHERE,
  isClosed: false,
});

const hasPlace = ({ place, count }: Viewing, by: number): boolean =>
  place + by >= 0 && place + by < count;

const turned = (now: Viewing, by: 1 | -1): Viewing =>
  hasPlace(now, by)
    ? { ...viewingFrom(now.place + by, now.count) }
    : { ...now, pull: NOWHERE, held: undefined };

function dragged(now: Viewing, by: Point, isSideways: boolean, room: Room): Viewing {
  const held = now.held ?? now.view;
  if (held.zoom > ZOOM_MIN) {
    return { ...now, held, view: clampView(pannedBy(held, by), room.image, room.frame) };
  }
  const pull = isSideways
    ? { x: followedX(by.x, hasPlace(now, by.x < 0 ? 1 : -1)), y: 0 }
    : { x: 0, y: Math.max(0, by.y) };
  return { ...now, held, pull };
}

function dropped(now: Viewing, stroke: Stroke, room: Room): Viewing {
  const still: Viewing = { ...now, held: undefined, pull: NOWHERE };
  if (now.view.zoom > ZOOM_MIN) return still;
  const meaning = meaningOf(stroke, room.frame.width);
  if (meaning === "close") return { ...now, held: undefined, isClosed: true };
  if (meaning === "stay") return still;
  return turned(still, meaning === "next" ? 1 : -1);
}

/** The next state. At zoom 1 an arrow key turns, else it moves the image the other way. */
export function stepped(now: Viewing, step: Step, room: Room): Viewing {
  const seen = (view: View): Viewing => ({
    ...now,
    view: clampView(view, room.image, room.frame),
  });
  const { view } = now;
  switch (step.type) {
    case "drag":
      return dragged(now, step.by, step.isSideways, room);
    case "drop":
      return dropped(now, step.stroke, room);
    case "pinch": {
      const held = now.held ?? view;
      const zoomed = zoomedAbout(held, held.zoom * step.scale, step.from);
      const by = { x: step.to.x - step.from.x, y: step.to.y - step.from.y };
      return { ...seen(pannedBy(zoomed, by)), held, pull: NOWHERE };
    }
    case "release":
      return { ...now, held: undefined, pull: NOWHERE };
    case "wheel":
      return seen(zoomedAbout(view, wheeledZoom(view.zoom, step.wheelPx), step.about));
    case "double tap":
      return seen(zoomedAbout(view, toggledZoom(view.zoom), step.about));
    case "zoom":
      return seen(zoomedAbout(view, steppedZoom(view.zoom, step.steps), NOWHERE));
    case "whole":
      return { ...now, view: WHOLE };
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
