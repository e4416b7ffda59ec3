/** What a batch costs its dealer, live while it is described and in the dialogs that submit it. */
import type { Batch } from "@yunjing/contract/schemas/batches";
import type { OwnDealer } from "@yunjing/contract/schemas/dealers";
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../../../api.ts";
import { dealerApi } from "../../../dealer-api.ts";
import styles from "./dealer-charge.module.css";
import {
  factorsText,
  isCountable,
  overQuotaText,
  type PricedBatch,
  quotaText,
  shownCharge,
  sumText,
} from "./dealer-text.ts";

interface ChargeProps {
  readonly batch: PricedBatch;
  /** The codes are owed from their activation only. */
  readonly activation: Batch["activation"];
}

/** Returns the caller's terms; `undefined` for makers without them, and until they are read. */
export const useDealer = (): OwnDealer | undefined =>
  useQuery(apiQuery(dealerApi.batches.dealer, {})).data?.dealer;

export function ChargeLine({ dealer, batch, activation }: ChargeProps & { dealer: OwnDealer }) {
  const charge = shownCharge(dealer, batch);
  const fault = overQuotaText(dealer, charge);
  return (
    <div className={styles.charge} role="status">
      {isCountable(charge) && (
        <p className={styles.sum}>
          <span>{`${factorsText(charge)} =`}</span>
          <span>{activation === "now" ? "应付" : "激活后应付"}</span>
          <strong className={styles.owed}>{sumText(charge.owedFen)}</strong>
        </p>
      )}
      <p className={fault === undefined ? "caption" : styles.fault}>
        {fault ?? `本月额度剩 ${quotaText(charge.codesLeft, charge.faceFenLeft)}`}
      </p>
    </div>
  );
}

/** The rows of a dialog that submits or imports a batch; empty for makers without dealer terms. */
export function chargeRows(dealer: OwnDealer | undefined, { batch, activation }: ChargeProps) {
  if (!dealer) return [];
  const charge = shownCharge(dealer, batch);
  const left = overQuotaText(dealer, charge) ?? quotaText(charge.codesLeft, charge.faceFenLeft);
  const quota = { label: "本月额度剩", value: left };
  if (!isCountable(charge)) return [quota];
  const sum = `${factorsText(charge)} = ${sumText(charge.owedFen)}`;
  return [{ label: activation === "now" ? "应付" : "激活后应付", value: sum }, quota];
}

/** Returns the caller's terms as they are now; `undefined` also when they cannot be read. */
export const currentDealer = (): Promise<OwnDealer | undefined> =>
  dealerApi.batches.dealer({}).then(
    ({ dealer }) => dealer,
    () => undefined,
  );
