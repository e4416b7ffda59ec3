/** The picture of goods in lists and heads: a drawing for the kind of its artwork, on its ground. */
import {
  Car,
  Clapperboard,
  Coffee,
  Coins,
  CupSoda,
  Gift,
  type LucideIcon,
  Package,
  Smartphone,
  Ticket,
  UtensilsCrossed,
} from "lucide-react";
import styles from "./goods-picture.module.css";

/** The drawings of the member app by kind; another name is a parcel. */
const drawings: readonly (readonly [icon: LucideIcon, names: readonly string[]])[] = [
  [Smartphone, ["phone", "sim", "flow"]],
  [Clapperboard, ["film", "popcorn", "video", "cinema"]],
  [Ticket, ["ticket", "coupon", "codebox"]],
  [Car, ["car", "scooter", "pump", "taxi"]],
  [Coffee, ["coffee", "latte", "americano", "tea"]],
  [CupSoda, ["cola", "juice", "soymilk", "drink"]],
  [UtensilsCrossed, ["bucket", "burger", "fries", "bowl", "pizza", "sandwich", "hotpot"]],
  [Coins, ["coins", "points", "balance"]],
  [Gift, ["gift", "level"]],
];

export function GoodsPicture({ artwork }: { readonly artwork: string }) {
  const [Icon = Package] = drawings.find(([, names]) => names.includes(artwork)) ?? [];
  return (
    <span className={styles.picture} aria-hidden="true">
      <Icon />
    </span>
  );
}
