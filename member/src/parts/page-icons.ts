/**
 * The line icons that pages name, each one path on a 24 grid; none of them rides on a first view
 * that does not show it.
 */
import { line, shape } from "./icon-drawing.ts";

/* Moving about */
export const back = line("M15 4l-8 8 8 8");
export const chevronUp = line("M5.5 15L12 8.5l6.5 6.5");
export const navigate = line("M20.5 3.5L3.5 10.3l7 3.2 3.2 7z");
export const external = line("M14 4h6v6M20 4l-9 9M18 14v6H4V6h6");
export const more = shape(
  "M5 10.3a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4zM12 10.3a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4zM19 10.3a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4z",
);

/* Looking for */
export const filter = line("M4 6h16M7 12h10M10 18h4");
export const sort = line("M8 4v15M8 19l-3-3M8 19l3-3M16 20V5M16 5l-3 3M16 5l3 3");
export const pin = line(
  "M12 21c-4.6-4.7-7-8-7-11.2a7 7 0 0 1 14 0c0 3.2-2.4 6.5-7 11.2zM12 7.3a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
);
export const locate = line(
  "M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM12 2v3M12 19v3M2 12h3M19 12h3M12 10.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z",
);

/* Telling */
export const bell = line("M5 17.5h14M6.5 17.5v-6.7a5.5 5.5 0 0 1 11 0v6.7M10 20.5h4M12 3.5v1.8");
export const help = line(
  "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9.5 9.6a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1 1-1.1 1.9M12 16.7v.1",
);
export const lock = line("M5.5 10.5h13v9.5h-13zM8.5 10.5V7.5a3.5 3.5 0 0 1 7 0v3");
export const mail = line("M3.5 5.5h17v13h-17zM3.5 6.5l8.5 7 8.5-7");

/* Doing */
export const copy = line("M8.5 8.5h11.5V20H8.5zM15.5 8.5V4H4v11.5h4.5");
export const scan = line("M4 8.5V4h4.5M15.5 4H20v4.5M20 15.5V20h-4.5M8.5 20H4v-4.5M3.5 12h17");
export const qr = line(
  "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.5v2.5M20 14v2.5M14 20h2.5M19.5 19.5h.5",
);
export const share = line("M12 15V3.5M7.5 8L12 3.5 16.5 8M5 12.5V20h14v-7.5");
export const download = line("M12 3.5V15M7.5 10.5L12 15l4.5-4.5M4.5 20h15");
export const link = line(
  "M10 14a4 4 0 0 0 5.7 0l3.5-3.5a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.5 3.5a4 4 0 0 0 5.7 5.7L12 17.7",
);
export const edit = line("M4 20l.8-4L16 4.8l3.2 3.2L8 19.2zM13.5 7.3l3.2 3.2");
export const trash = line(
  "M4.5 6.5h15M9 6.5V4h6v2.5M6.5 6.5L7.5 20h9l1-13.5M10.5 10.5v6M13.5 10.5v6",
);
export const undo = line("M8.5 5L4 9.5 8.5 14M4 9.5h10.5a5 5 0 0 1 0 10H12");
export const eye = line(
  "M2.5 12C4.8 7.8 8.1 5.7 12 5.7s7.2 2.1 9.5 6.3c-2.3 4.2-5.6 6.3-9.5 6.3S4.8 16.2 2.5 12zM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z",
);
export const eyeOff = line(
  "M3.5 9.5c2.3 3 5.1 4.5 8.5 4.5s6.2-1.5 8.5-4.5M12 14v3.5M6.8 12.8L5 15.8M17.2 12.8l1.8 3",
);
export const logout = line("M14 4H5v16h9M10 12h11M17 8l4 4-4 4");

/* People and places */
export const phone = line(
  "M5 3.8h3.3l1.7 4.4-2 1.6c1.2 2.6 3.5 4.9 6.2 6.2l1.6-2 4.4 1.7V19a1.8 1.8 0 0 1-1.9 1.8C10.6 20.3 3.8 13.4 3.2 5.7A1.8 1.8 0 0 1 5 3.8z",
);
export const headset = line(
  "M4 14v-2a8 8 0 0 1 16 0v2M4 13.5h3.5v5.5H4zM16.5 13.5H20v5.5h-3.5zM20 19c0 1.5-1.5 2.3-4 2.3",
);
export const person = line("M12 3.5a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 20.5c.5-4 3.5-6 8-6s7.5 2 8 6");
export const people = line(
  "M9 4a3.7 3.7 0 1 0 0 7.4A3.7 3.7 0 0 0 9 4zM2.5 20c.4-4 2.8-6 6.5-6s6.1 2 6.5 6M15.5 4.3a3.7 3.7 0 0 1 0 6.8M18 14.5c2 .9 3.2 2.7 3.5 5.5",
);
export const shop = line(
  "M4 10.5V20.5h16V10.5M3.5 8.5L5.5 3.5h13l2 5c0 1.7-1.2 2.7-2.8 2.7s-2.9-1-2.9-2.7c0 1.7-1.2 2.7-2.8 2.7s-2.8-1-2.8-2.7c0 1.7-1.3 2.7-2.9 2.7S3.5 10.2 3.5 8.5zM9.5 20.5v-5h5v5",
);
export const settings = line(
  "M12 8.8a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4zM10.3 3h3.4l.5 2.5 1.8 1 2.4-.8 1.7 2.9-1.9 1.7v2.2l1.9 1.7-1.7 2.9-2.4-.8-1.8 1-.5 2.7h-3.4l-.5-2.7-1.8-1-2.4.8-1.7-2.9 1.9-1.7v-2.2L3.9 8.6l1.7-2.9 2.4.8 1.8-1z",
);

/* The trade */
export const wallet = line("M4 8.5h16V20H5.5A1.5 1.5 0 0 1 4 18.5v-11L17 4v4.5M16 14.2h.1");
export const card = line("M3.5 5.5h17v13h-17zM3.5 9.5h17M7 14.5h4");
export const gift = line(
  "M4 8.5h16v4H4zM5.5 12.5V20.5h13v-8M12 8.5v12M12 8.5C8 8.5 7 6.8 7.3 5.3 7.8 3 11.3 3.2 12 8.5c.7-5.3 4.2-5.5 4.7-3.2C17 6.8 16 8.5 12 8.5z",
);
export const ticket = line(
  "M3.5 6h17v4a2 2 0 0 0 0 4v4h-17v-4a2 2 0 0 0 0-4zM14.5 6v2M14.5 11v2M14.5 16v2",
);
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
export const history = line("M4.5 12a7.5 7.5 0 1 0 2.4-5.5M4.5 4v4.5H9M12 8v4.5l3 1.8");
export const wechat = shape(
  "M9.2 3.5C4.9 3.5 1.5 6.3 1.5 9.8c0 2 1.1 3.7 2.9 4.9l-.7 2.2 2.6-1.3c.9.3 1.8.4 2.9.4h.6a5.3 5.3 0 0 1-.2-1.5c0-3.3 3.2-5.9 7.1-5.9h.5c-.7-3-3.9-5.1-8-5.1zM6.7 6.8a1 1 0 1 1 0 2 1 1 0 0 1 0-2zM11.9 6.8a1 1 0 1 1 0 2 1 1 0 0 1 0-2zM16.7 10c-3.4 0-6.1 2.3-6.1 5.1s2.7 5.1 6.1 5.1c.7 0 1.4-.1 2-.3l2 1.1-.5-1.8c1.5-.9 2.4-2.4 2.4-4.1 0-2.8-2.6-5.1-5.9-5.1zM14.7 12.6a.8.8 0 1 1 0 1.7.8.8 0 0 1 0-1.7zM18.7 12.6a.8.8 0 1 1 0 1.7.8.8 0 0 1 0-1.7z",
);

/* The tab bar: a line when off, a shape when on */
export const homeOff = line("M4 10.5L12 3.5l8 7V20.5h-5.5v-5.5h-5v5.5H4z");
export const homeOn = shape(
  "M12 2.6L3 10.4V20.4a1 1 0 0 0 1 1h5.3v-5.9h5.4v5.9H20a1 1 0 0 0 1-1V10.4z",
);
export const ordersOff = line(
  "M5 3.5h14v17l-2.3-1.5-2.4 1.5L12 19l-2.3 1.5L7.3 19 5 20.5zM9 8.5h6M9 12.5h4",
);
export const ordersOn = shape(
  "M5 2.7a.8.8 0 0 0-.8.8v17.7l3.1-1.8 2.4 1.6 2.3-1.6 2.3 1.6 2.4-1.6 3.1 1.8V3.5a.8.8 0 0 0-.8-.8zM8.2 7.6h7.6v1.9H8.2zM8.2 11.6h5.3v1.9H8.2z",
);
export const profileOff = person;
export const profileOn = shape(
  "M12 2.7a4.8 4.8 0 1 0 0 9.6 4.8 4.8 0 0 0 0-9.6zM3 21.3c.4-5 3.8-7.5 9-7.5s8.6 2.5 9 7.5z",
);
