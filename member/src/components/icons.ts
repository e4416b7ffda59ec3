/**
 * The line icons that the components themselves use, each one path on a 24 grid. They load with
 * every first view, so icons that only pages use are in page-icons.ts.
 */
import { line } from "./icon-drawing.ts";

export const chevron = line("M9.5 5.5l6.5 6.5-6.5 6.5");
export const chevronDown = line("M5.5 9l6.5 6.5L18.5 9");
export const close = line("M5.5 5.5l13 13M18.5 5.5l-13 13");
export const refresh = line("M20 12a8 8 0 1 1-2.6-5.9M20 3.5V8h-4.5");
export const search = line("M10.7 3.5a7.2 7.2 0 1 0 0 14.4 7.2 7.2 0 0 0 0-14.4zM16 16l4.5 4.5");
export const speaker = line(
  "M4 9.5h3.5L13 5.5v13l-5.5-4H4zM16.5 9.3a4 4 0 0 1 0 5.4M19 7a7 7 0 0 1 0 10",
);
export const info = line("M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5.5M12 7.5v.1");
export const warning = line("M12 4L2.8 19.5h18.4zM12 10v4.5M12 17v.1");
export const clock = line("M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7.5V12.5l3.2 2");
export const offline = line(
  "M3 3l18 18M2.5 9a14 14 0 0 1 4-2.6M21.5 9A14 14 0 0 0 10.5 5.1M6 12.7a9 9 0 0 1 4-2.3M18 12.7a9 9 0 0 0-3-1.9M9.3 16.2a4.5 4.5 0 0 1 5.4 0M12 19.5v.1",
);
export const check = line("M5 12.5l4.7 4.7L19.5 7");
export const plus = line("M12 5v14M5 12h14");
export const minus = line("M5 12h14");
export const paste = line("M9 5H6v16h12V5h-3M9 3.5h6v4H9zM9.5 12h5M9.5 16h3.5");
export const pause = line("M8.5 6v12M15.5 6v12");
export const play = line("M8 5.5l10.5 6.5L8 18.5z");
