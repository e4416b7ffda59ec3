/**
 * The icons of level benefits, by the name the server sends; an unknown name gets the points star.
 */
import { ownValue } from "@yunjing/contract/own-value";
import { type IconDrawing, line } from "../../../components/icon-drawing.ts";
import { code, headset, points, receipt, wallet } from "../../../components/page-icons.ts";

const gift = line(
  "M4.5 10.500h15V20h-15zM3.500 7h17v3.500h-17zM12 7v13M12 7c-1.500-4-6-3.500-4.500 0M12 7c1.500-4 6-3.500 4.500 0",
);

const drawings: Readonly<Record<string, IconDrawing>> = {
  points,
  discount: wallet,
  price: wallet,
  coupon: code,
  coupons: code,
  coupon_pack: code,
  birthday: gift,
  gift,
  service: headset,
  refund: receipt,
};

export const benefitIcon = (name: string): IconDrawing => ownValue(drawings, name) ?? points;
