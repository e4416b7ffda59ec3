/**
 * The picture of goods in lists and heads: the uploaded one, or a drawing for the kind of its
 * artwork, on its ground.
 */
import {
  Car,
  Clapperboard,
  Coffee,
  Coins,
  Crown,
  CupSoda,
  Gift,
  type LucideIcon,
  Package,
  ShoppingBag,
  Smartphone,
  Ticket,
  Utensils,
  Wallet,
} from "lucide-react";
import styles from "./goods-picture.module.css";

/** The drawings of the member app by kind; another name is a parcel. */
type Tint = "gold" | "plum" | "ok" | "sea" | "coral" | "sand";
const drawings: readonly (readonly [icon: LucideIcon, tint: Tint, names: readonly string[]])[] = [
  [Smartphone, "gold", ["phone", "sim", "flow"]],
  [Clapperboard, "plum", ["film", "popcorn", "video", "cinema"]],
  [Ticket, "ok", ["ticket", "coupon", "codebox", "card"]],
  [Car, "sea", ["car", "scooter", "pump", "taxi"]],
  [Coffee, "gold", ["coffee", "latte", "americano", "tea"]],
  [CupSoda, "sea", ["cola", "juice", "soymilk", "drink", "bottle"]],
  [Utensils, "coral", ["bucket", "burger", "fries", "bowl", "pizza", "sandwich", "hotpot"]],
  [Coins, "gold", ["coins", "points"]],
  [Wallet, "gold", ["wallet", "balance"]],
  [Crown, "plum", ["crown", "level"]],
  [Gift, "plum", ["gift"]],
  [ShoppingBag, "ok", ["bag", "stores"]],
];

/** px, of the sizes that an uploaded picture has. */
const SHOWN_WIDTH = 192;

/** `small` in the rows of lists. */
export function GoodsPicture(props: {
  readonly artwork: string;
  readonly pictureId?: string | undefined;
  readonly size?: "small";
}) {
  const { artwork, pictureId, size } = props;
  if (pictureId !== undefined) {
    const path = `/pictures/${pictureId}/${SHOWN_WIDTH}`;
    return (
      <picture className={styles.picture} data-size={size}>
        <source type="image/avif" srcSet={`${path}.avif`} />
        <img src={`${path}.webp`} alt="" loading="lazy" decoding="async" />
      </picture>
    );
  }
  const [Icon = Package, tint = "sand"] =
    drawings.find(([, , names]) => names.includes(artwork)) ?? [];
  return (
    <span className={styles.picture} data-tint={tint} data-size={size} aria-hidden="true">
      <Icon />
    </span>
  );
}
