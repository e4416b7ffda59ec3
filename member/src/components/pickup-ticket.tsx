/** The pickup code of an order: a white perforated ticket, readable at arm's length and offline. */
import { type ReactNode, useState } from "react";
import { Stamp } from "./card-ticket.tsx";
import { Chips } from "./chip.tsx";
import { FullScreenCode } from "./full-screen-code.tsx";
import type { PickupCode } from "./pickup-card.tsx";
import styles from "./pickup-ticket.module.css";
import { QrCode } from "./qr-code.tsx";

interface PickupTicketProps {
  /** At least one; several are shown as chips. */
  readonly codes: readonly [PickupCode, ...PickupCode[]];
  /** Under the QR code, one sentence a line. */
  readonly hints?: readonly string[] | undefined;
  /** The code was used: shown pale, with a stamp and without its QR code. */
  readonly stamp?: string | undefined;
  /** Below the perforation: store, address, buttons. */
  readonly children?: ReactNode;
}

const usualHints = ["向店员报取餐码，或出示二维码"];

export function PickupTicket({ codes, hints = usualHints, stamp, children }: PickupTicketProps) {
  const [at, setAt] = useState(0);
  const shown = codes[at] ?? codes[0];
  return (
    <section className={styles.ticket} aria-label="取餐码" data-torn={children ? "" : undefined}>
      <div className={styles.main} data-used={stamp ? "" : undefined}>
        {codes.length > 1 && (
          <Chips
            label="选择取餐码"
            on="surface"
            wraps="center"
            value={`${at}`}
            onChoose={(id) => setAt(Number(id))}
            items={codes.map((code, place) => ({
              id: `${place}`,
              text: `${code.name ?? `第 ${place + 1} 个`} ${code.code}`,
            }))}
          />
        )}
        <p className={styles.code} data-long={shown.code.length > 6 ? "" : undefined}>
          {shown.code}
        </p>
        {stamp ? (
          <Stamp text={stamp} />
        ) : (
          <>
            <QrCode
              text={shown.qr ?? shown.code}
              size={162}
              label={`取餐码 ${shown.code} 的二维码`}
              framed
            />
            <FullScreenCode code={shown.code} qr={shown.qr} />
            <p className="grid caption text-center">
              {hints.map((hint) => (
                <span key={hint}>{hint}</span>
              ))}
            </p>
          </>
        )}
      </div>
      {children && <div className={styles.store}>{children}</div>}
    </section>
  );
}

interface PickupStoreProps {
  readonly name: string;
  readonly address: string;
  readonly children?: ReactNode;
}

/** The lower half: the store, and two buttons side by side. */
export const PickupStore = ({ name, address, children }: PickupStoreProps) => (
  <>
    <h2 className="text-16 ink-900 strong">{name}</h2>
    <p className="caption">{address}</p>
    {children && <div className="flex gap-2 mt-3">{children}</div>}
  </>
);
