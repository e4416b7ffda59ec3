/** Maps keys to actions of the image preview (D10). */
import { ownValue } from "@yunjing/contract/own-value";
import type { PreviewAction } from "./preview-state.ts";

const steps: Readonly<Record<string, PreviewAction>> = {
  "+": { type: "zoom", steps: 1 },
  // The key of + without Shift.
  "=": { type: "zoom", steps: 1 },
  "-": { type: "zoom", steps: -1 },
  "0": { type: "whole" },
  ArrowLeft: { type: "arrow", by: { x: -1, y: 0 } },
  ArrowRight: { type: "arrow", by: { x: 1, y: 0 } },
  ArrowUp: { type: "arrow", by: { x: 0, y: -1 } },
  ArrowDown: { type: "arrow", by: { x: 0, y: 1 } },
};

type Key = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">;

/**
 * Returns the action of a key; undefined for every other key, and for combinations that the browser
 * uses itself.
 */
export const actionForKey = ({ key, ctrlKey, metaKey, altKey }: Key): PreviewAction | undefined =>
  ctrlKey || metaKey || altKey ? undefined : ownValue(steps, key);
