/** The blue head of an order: what state it is in, and what happens next. */
import { Contours } from "../../../parts/contours.tsx";
import type { SeenOrder } from "../../../device/receipts.ts";
import styles from "./ordetail.module.css";

export const OrderHead = ({ order }: { readonly order: SeenOrder }) => (
  <header className={styles.head}>
    <Contours place="right" isUnderBar />
    <h2 className={styles.state} aria-live="polite">
      {order.displayText}
    </h2>
    <p className={styles.next}>{order.nextStep}</p>
  </header>
);
