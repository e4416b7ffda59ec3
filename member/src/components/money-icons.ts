/** The line icons of the pages about money, each one path on a 24 grid. */
import { line } from "./icon-drawing.ts";

export const eye = line(
  "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
);
export const eyeShut = line(
  "M3 9.5c1.8 3.3 5 5.5 9 5.5s7.2-2.2 9-5.5M12 15v3M7 14l-1.5 2.6M17 14l1.5 2.6",
);
export const lock = line("M5.5 10.5h13V20h-13zM8 10.5V7.5a4 4 0 0 1 8 0v3");
export const payout = line("M12 4v11M7 10.5l5 5 5-5M4 20h16");
export const shield = line(
  "M12 3l8 3v6c0 4.6-3.2 7.7-8 9-4.8-1.3-8-4.4-8-9V6zM8.5 12l2.6 2.6 4.6-4.8",
);
export const coins = line(
  "M4 7.5C4 5.8 6.7 4.5 10 4.5s6 1.3 6 3-2.7 3-6 3-6-1.3-6-3zM4 7.5v5c0 1.7 2.7 3 6 3M4 12.5v4c0 1.7 2.7 3 6 3M20 14.5c0 1.4-2 2.5-4.5 2.5s-4.5-1.1-4.5-2.5 2-2.5 4.5-2.5 4.5 1.1 4.5 2.5zM11 14.5v4c0 1.4 2 2.5 4.5 2.5s4.5-1.1 4.5-2.5v-4",
);
