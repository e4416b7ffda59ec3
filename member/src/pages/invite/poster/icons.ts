/** The line icons of the poster page. */
import { line } from "../../../components/icon-drawing.ts";

export const chain = line(
  "M10 14a4 4 0 0 0 5.7 0l3.6-3.6a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.6 3.6a4 4 0 0 0 5.7 5.7L12 17.7",
);
export const send = line("M12 15.5V3.5M7.5 8L12 3.5 16.5 8M5 11.5v9h14v-9");
export const qr = line(
  "M4 4h6.5v6.5H4zM13.5 4H20v6.5h-6.5zM4 13.5h6.5V20H4zM13.5 13.5v3.2M20 13.5v2.5M16.8 16.5v3.5M20 19v1M13.5 20v-.1",
);
export const download = line("M12 4v11M7.5 10.5L12 15l4.5-4.5M4.5 19.5h15");
