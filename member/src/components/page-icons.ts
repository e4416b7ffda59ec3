/**
 * The line icons that pages use, each one path on a 24 grid. They are not loaded by a first view
 * that does not show them.
 */
import { line } from "./icon-drawing.ts";

/* Navigation */
export const chevronUp = line("M5.5 15L12 8.5l6.5 6.5");
export const navigate = line("M20.5 3.5L3.5 10.3l7 3.2 3.2 7z");
export const external = line("M14 4h6v6M20 4l-9 9M18 14v6H4V6h6");

/* Login methods */
export const wechat = line(
  "M15.3 8.9C14.7 6.1 12 4 8.900 4 5.300 4 2.500 6.500 2.500 9.700c0 1.800.9 3.300 2.300 4.400l-.5 2.300 2.600-1.200c.6.200 1.300.300 2 .300M15.600 9.100c3.200 0 5.900 2.200 5.900 4.900 0 1.600-.8 2.900-2.100 3.800l.4 1.900-2.200-1c-.6.200-1.300.300-2 .300-3.300 0-5.900-2.200-5.900-5s2.600-4.900 5.900-4.900z",
);

/* Search */
export const pin = line(
  "M12 21c-4.6-4.7-7-8-7-11.2a7 7 0 0 1 14 0c0 3.2-2.4 6.5-7 11.2zM12 7.3a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
);
export const locate = line(
  "M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM12 2v3M12 19v3M2 12h3M19 12h3M12 10.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z",
);

export const star = line(
  "M12 3.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8-4.2-4.1 5.8-.8z",
);

/* Messages */
export const bell = line("M5 17.5h14M6.5 17.5v-6.7a5.5 5.5 0 0 1 11 0v6.7M10 20.5h4M12 3.5v1.8");
export const help = line(
  "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9.5 9.6a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1 1-1.1 1.9M12 16.7v.1",
);
export const mail = line("M3.5 5.5h17v13h-17zM3.5 6.5l8.5 7 8.5-7");

/* Actions */
export const copy = line("M8.5 8.5h11.5V20H8.5zM15.5 8.5V4H4v11.5h4.5");
export const scan = line("M4 8.5V4h4.5M15.5 4H20v4.5M20 15.5V20h-4.5M8.5 20H4v-4.5M3.5 12h17");
export const undo = line("M8.5 5L4 9.5 8.5 14M4 9.5h10.5a5 5 0 0 1 0 10H12");
export const camera = line(
  "M3.5 7.5h4L9.5 5h5l2 2.5h4v12h-17zM12 10a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z",
);
export const logout = line("M14 4H5v16h9M10 12h11M17 8l4 4-4 4");

/* People and places */
export const phone = line(
  "M5 3.8h3.3l1.7 4.4-2 1.6c1.2 2.6 3.5 4.9 6.2 6.2l1.6-2 4.4 1.7V19a1.8 1.8 0 0 1-1.9 1.8C10.6 20.3 3.8 13.4 3.2 5.7A1.8 1.8 0 0 1 5 3.8z",
);
export const headset = line(
  "M4 14v-2a8 8 0 0 1 16 0v2M4 13.5h3.5v5.5H4zM16.5 13.5H20v5.5h-3.5zM20 19c0 1.5-1.5 2.3-4 2.3",
);
export const people = line(
  "M9 4a3.7 3.7 0 1 0 0 7.4A3.7 3.7 0 0 0 9 4zM2.5 20c.4-4 2.8-6 6.5-6s6.1 2 6.5 6M15.5 4.3a3.7 3.7 0 0 1 0 6.8M18 14.5c2 .9 3.2 2.7 3.5 5.5",
);
export const shop = line(
  "M4 10.5V20.5h16V10.5M3.5 8.5L5.5 3.5h13l2 5c0 1.7-1.2 2.7-2.8 2.7s-2.9-1-2.9-2.7c0 1.7-1.2 2.7-2.8 2.7s-2.8-1-2.8-2.7c0 1.7-1.3 2.7-2.9 2.7S3.5 10.2 3.5 8.5zM9.5 20.5v-5h5v5",
);
export const settings = line(
  "M12 8.8a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4zM10.3 3h3.4l.5 2.5 1.8 1 2.4-.8 1.7 2.9-1.9 1.7v2.2l1.9 1.7-1.7 2.9-2.4-.8-1.8 1-.5 2.7h-3.4l-.5-2.7-1.8-1-2.4.8-1.7-2.9 1.9-1.7v-2.2L3.9 8.6l1.7-2.9 2.4.8 1.8-1z",
);

/* Shop */
export const wallet = line("M4 8.5h16V20H5.5A1.5 1.5 0 0 1 4 18.5v-11L17 4v4.5M16 14.2h.1");
export const card = line("M3.5 5.5h17v13h-17zM3.5 9.5h17M7 14.5h4");
export const points = line(
  "M12 3.2l2.7 5.7 6.2.8-4.5 4.3 1.1 6.2L12 17.2l-5.5 3 1.1-6.2-4.5-4.3 6.2-.8z",
);
export const code = line("M3 6.5h18v11H3zM7 10v4M10.3 10v4M13.7 10v4M17 10v4");
export const poster = line("M5.5 3h13v18h-13zM9 7h6M8.7 12.5h3v3h-3zM15 12.5v2M15 17.5h.1");
export const receipt = line(
  "M5 3.5h14v17l-2.3-1.5-2.4 1.5L12 19l-2.3 1.5L7.3 19 5 20.5zM9 8.5h6M9 12.5h6",
);
export const meal = line(
  "M3 20h18M5 11.5h12a6 6 0 0 1-12 0zM16.9 12.5H19a1.8 1.8 0 0 1 0 3.6h-3.2M9 3.5c-1 1.5 1 2.5 0 4.5M13 3.5c-1 1.5 1 2.5 0 4.5",
);
export const more = line("M5.5 12h.1M12 12h.1M18.5 12h.1");
