/** Tests D10: the effect of each gesture on the preview. */
import { expect, test } from "vitest";
import {
  type PreviewAction,
  reducePreview,
  type PreviewState,
  initialPreviewState,
} from "./preview-state.ts";

const sizes = { frame: { width: 400, height: 800 }, image: { width: 400, height: 300 } };
const fast = { speedX: 2, speedY: 2 };

const after = (start: PreviewState, ...steps: readonly PreviewAction[]): PreviewState =>
  steps.reduce((now, step) => reducePreview(now, step, sizes), start);

test("D10 the preview opens at the requested image, or at the nearest existing one", () => {
  expect(initialPreviewState(1, 3).index).toBe(1);
  expect(initialPreviewState(9, 3).index).toBe(2);
  expect(initialPreviewState(-4, 3).index).toBe(0);
});

test("D10 a pinch zooms about the fingers and follows them, from 1 to 4", () => {
  const from = { x: 100, y: 0 };
  const pinched = after(initialPreviewState(0, 1), {
    type: "pinch",
    scale: 2,
    from,
    to: { x: 80, y: 0 },
  });
  expect(pinched.view).toEqual({ zoom: 2, x: -120, y: 0 });
  const wide = after(pinched, { type: "pinch", scale: 99, from, to: from }, { type: "release" });
  expect(wide.view.zoom).toBe(4);
  expect(after(wide, { type: "pinch", scale: 0.01, from, to: from }).view.zoom).toBe(1);
});

test("D10 a double tap zooms in and back out", () => {
  const tap: PreviewAction = { type: "double tap", about: { x: 40, y: 0 } };
  const close = after(initialPreviewState(0, 1), tap);
  expect(close.view).toEqual({ zoom: 2.5, x: -60, y: 0 });
  expect(after(close, tap).view).toEqual({ zoom: 1, x: 0, y: 0 });
});

test("D10 wheel and keys zoom within 1 to 4", () => {
  const wheel = (wheelPx: number): PreviewAction => ({
    type: "wheel",
    wheelPx,
    about: { x: 0, y: 0 },
  });
  expect(after(initialPreviewState(0, 1), wheel(-100)).view.zoom).toBeCloseTo(1.22);
  expect(after(initialPreviewState(0, 1), wheel(-9_999)).view.zoom).toBe(4);
  expect(after(initialPreviewState(0, 1), { type: "zoom", steps: 1 }).view.zoom).toBe(1.5);
  expect(after(initialPreviewState(0, 1), { type: "zoom", steps: -1 }).view.zoom).toBe(1);
  expect(after(initialPreviewState(0, 1), wheel(-300), { type: "whole" }).view.zoom).toBe(1);
});

test("D10 a zoomed image is dragged within its bounds and does not turn the page", () => {
  const close = after(initialPreviewState(0, 3), { type: "double tap", about: { x: 0, y: 0 } });
  const far = { x: -900, y: 50 };
  const drawn = after(close, { type: "drag", by: far, isSideways: true });
  expect(drawn.view).toEqual({ zoom: 2.5, x: -300, y: 0 });
  const released = after(drawn, { type: "drop", stroke: { ...far, ...fast } });
  expect(released).toMatchObject({ index: 0, isClosed: false, viewAtGestureStart: undefined });
  const arrow = after(close, { type: "arrow", by: { x: 1, y: 0 } });
  expect(arrow).toMatchObject({ index: 0, view: { x: -80 } });
});

test("D10 a swipe over the whole image turns the page and shows the next image whole", () => {
  const swipe = (x: number): PreviewAction[] => [
    { type: "drag", by: { x, y: 4 }, isSideways: true },
    { type: "drop", stroke: { x, y: 4, ...fast } },
  ];
  const second = after(initialPreviewState(0, 2), ...swipe(-200));
  expect(second).toMatchObject({ index: 1, dragOffset: { x: 0, y: 0 }, view: { zoom: 1 } });
  expect(after(second, ...swipe(-200))).toMatchObject({ index: 1, dragOffset: { x: 0, y: 0 } });
  expect(after(second, ...swipe(200)).index).toBe(0);
  expect(after(second, { type: "arrow", by: { x: -1, y: 0 } }).index).toBe(0);
  expect(after(second, { type: "arrow", by: { x: 0, y: 1 } }).index).toBe(1);
  expect(after(second, { type: "turn", by: -1 }).index).toBe(0);
});

test("D10 a drag down closes, a drag up does nothing", () => {
  const up = after(initialPreviewState(0, 2), {
    type: "drag",
    by: { x: 0, y: -90 },
    isSideways: false,
  });
  expect(up.dragOffset).toEqual({ x: 0, y: 0 });
  const down = after(up, { type: "drag", by: { x: 0, y: 150 }, isSideways: false });
  expect(down.dragOffset).toEqual({ x: 0, y: 150 });
  const stroke = { x: 0, y: 150, speedX: 0, speedY: 0 };
  expect(after(down, { type: "drop", stroke }).isClosed).toBe(true);
});
