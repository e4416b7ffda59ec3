/** Finds codes of a batch by their last four symbols. A complete code is never shown. */
import type { Output } from "@yunjing/contract/operations";
import { useState } from "react";
import { dealerApi } from "../../../dealer-api.ts";
import { userMessageFor } from "../../../device/failure.ts";
import { formatTime } from "../../../device/time.ts";
import { Button } from "../../../components/button.tsx";
import { Field } from "../../../components/field.tsx";
import { Tag } from "../../../components/tag.tsx";
import { codeStateText } from "./batch-text.ts";
import styles from "./generate.module.css";

type Found = Output<"batches", "codes">["list"];

const Line = ({ code }: { readonly code: Found[number] }) => (
  <li className={styles.row}>
    <span>{`第 ${code.serial} 号，尾号 ${code.last4}`}</span>
    <Tag tone={code.state === "ACTIVE" ? "ok" : "plain"}>{codeStateText(code.state)}</Tag>
    {code.redeemedAt !== undefined && (
      <span className="full-width caption">
        {`${formatTime(code.redeemedAt).slice(0, 16)} 兑换`}
        {code.orderNo !== undefined && `，订单 ${code.orderNo}`}
      </span>
    )}
  </li>
);

export function Lookup({ batchId }: { readonly batchId: string }) {
  const [last4, setLast4] = useState("");
  const [fault, setFault] = useState<string>();
  const [found, setFound] = useState<Found>();
  const type = (typed: string) => {
    setLast4(typed.toUpperCase());
    setFault(undefined);
    setFound(undefined);
  };
  const search = (): Promise<void> | undefined => {
    if (last4.length !== 4) {
      setFault("请填写最后 4 位");
      return undefined;
    }
    return dealerApi.batches.codes({ batchId, last4 }).then(
      ({ list }) => setFound(list),
      (failure: unknown) => setFault(userMessageFor(failure)),
    );
  };
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void search();
      }}
    >
      <Field
        label="按尾号查码"
        name="last4"
        value={last4}
        onInput={type}
        placeholder="兑换码最后 4 位"
        lengthMax={4}
        autoComplete="off"
        error={fault}
        after={
          <Button appearance="soft" size={32} busyText="查询中" onPress={search}>
            查询
          </Button>
        }
      />
      <div role="status">
        {found?.length === 0 && <p className="caption">这一批里没有这个尾号</p>}
        {found && found.length > 0 && (
          <ul className="grid" aria-label="查到的码">
            {found.map((code) => (
              <Line key={code.serial} code={code} />
            ))}
          </ul>
        )}
      </div>
    </form>
  );
}
