/** The drawings of what a level gives, by the name the server sends; an unknown one is the star of points. */
import type { IconDrawing } from "../../../parts/icon-drawing.ts";
import { code, headset, mail, points, receipt, wallet } from "../../../parts/page-icons.ts";

const drawings: Readonly<Record<string, IconDrawing>> = {
  points,
  discount: wallet,
  price: wallet,
  coupon: code,
  coupons: code,
  coupon_pack: code,
  birthday: mail,
  service: headset,
  refund: receipt,
};

export const benefitIcon = (name: string): IconDrawing => drawings[name] ?? points;
