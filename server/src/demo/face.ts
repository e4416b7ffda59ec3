/** Draws the face of a person of the demo as a small SVG: the same seed gives the same face. */
import { createChoice } from "./past/choice.ts";

const GROUNDS = ["#dceaf4", "#fbe4d8", "#d9efe9", "#f6ebcf", "#eee2ec", "#e4e9d8"] as const;
const SKINS = ["#f7d9c0", "#f2cba9", "#e9bd97", "#dba982"] as const;
/** Grey once in eight. */
const HAIRS = [
  ...(["#2a211d", "#3b2a20", "#1f2430", "#2a211d", "#3b2a20", "#4a3224", "#5a3d28"] as const),
  "#6d6a67",
] as const;
const CLOTHES = ["#0f4b77", "#c93d22", "#1f7a6e", "#d9942f", "#6f4569", "#41566b"] as const;

/** Hair in front of the head; the first ones are short, the last ones fall behind the shoulders. */
const FRONTS = [
  "M18 29c-1-12 6-18 14-18s15 6 14 18c-2-5-4-8-6-9-6 2-13 2-17-1-2 2-4 6-5 10z",
  "M18 28c0-11 6-17 14-17 9 0 15 7 14 18-3-2-4-6-4-9-7 1-14-1-18-4-1 5-3 9-6 12z",
  "M18 27c1-10 7-16 14-16s13 5 14 16c-4-6-8-9-14-9s-10 3-14 9z",
  "M17 31c-2-13 6-20 15-20s17 7 15 20c-2-3-3-7-4-11-4 3-9 4-15 4-4 0-6 3-11 7z",
] as const;
const BACKS = [
  "",
  "",
  "M16 30c0-13 7-20 16-20s16 7 16 20c0 8 1 14 3 18H13c2-4 3-10 3-18z",
  "M15 30c0-14 8-21 17-21s17 7 17 21c0 5-1 9-3 12H18c-2-3-3-7-3-12z",
] as const;
const MOUTHS = [
  "M28 38c2 2.4 6 2.4 8 0",
  "M28.5 38.5c2 1.4 5 1.4 7 0",
  "M28 37.5c1.5 3 6.5 3 8 0z",
] as const;

const path = (d: string, fill: string): string =>
  d === "" ? "" : `<path d="${d}" fill="${fill}"/>`;

/** Returns the drawing, 64 × 64. */
export function faceSvg(seed: string): string {
  const choice = createChoice(`face of ${seed}`);
  const skin = choice.of(SKINS);
  const hair = choice.of(HAIRS);
  const line = `fill="none" stroke="#3a2c26" stroke-linecap="round"`;
  const glasses = choice.isIn(28)
    ? `<g fill="none" stroke="#41362f" stroke-width="1.2"><circle cx="27" cy="31" r="3.8"/><circle cx="37" cy="31" r="3.8"/><path d="M30.8 31h2.4"/></g>`
    : "";
  const parts = [
    `<path d="M0 0h64v64H0z" fill="${choice.of(GROUNDS)}"/>`,
    path(choice.of(BACKS), hair),
    path("M10 64c1-12 9-17 22-17s21 5 22 17z", choice.of(CLOTHES)),
    path("M27 40h10v8c0 3-2 5-5 5s-5-2-5-5z", skin),
    `<ellipse cx="32" cy="30" rx="12" ry="14" fill="${skin}"/>`,
    path(choice.of(FRONTS), hair),
    `<circle cx="27" cy="31" r="1.4" fill="#3a2c26"/><circle cx="37" cy="31" r="1.4" fill="#3a2c26"/>`,
    `<path d="M24.5 27.5c1.5-1 3.5-1 5 0M34.5 27.5c1.5-1 3.5-1 5 0" ${line} stroke-width="1"/>`,
    glasses,
    `<path d="${choice.of(MOUTHS)}" ${line} stroke-width="1.3"/>`,
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64">${parts.join("")}</svg>`;
}

/** Returns the drawing as the address of a picture. */
export const faceOf = (seed: string): string =>
  `data:image/svg+xml,${encodeURIComponent(faceSvg(seed))}`;
