/** Finds codes of one batch by their last four symbols; never shows a whole code. */
import { useState } from "react";
import { api, type Item } from "../../api/client.ts";
import { Section } from "../../parts/panel.tsx";
import { OrderLink } from "../../parts/record/record-links.tsx";
import { SearchForm } from "../../parts/search-form.tsx";
import { StateTag, type Tone } from "../../parts/tag.tsx";
import styles from "./batches.module.css";

type Code = Item<typeof api.operatorBatches.codes>;

const words: Readonly<Record<string, readonly [Tone, string]>> = {
  INACTIVE: ["outline", "未激活"],
  ACTIVE: ["ok", "可用"],
  LOCKED: ["sea", "占用中"],
  REDEEMED: ["sand", "已兑"],
  FROZEN: ["bad", "已冻结"],
  VOID: ["sand", "已作废"],
};

export function FindCode({ batchId }: { readonly batchId: string }) {
  const [found, setFound] = useState<readonly Code[]>();
  const [fault, setFault] = useState("");
  const find = async (typed: string) => {
    const last4 = typed.trim().toUpperCase();
    if (last4.length !== 4) {
      setFault("请输入四位尾号");
      return;
    }
    const { list } = await api.operatorBatches.codes({ batchId, last4 });
    setFound(list);
    setFault("");
  };
  return (
    <Section title="在本批里找一张">
      <SearchForm
        label="码的四位尾号"
        placeholder="M3XD"
        maxLength={4}
        size="fill"
        button="查尾号"
        look="outline"
        onSearch={find}
        onFault={setFault}
      />
      <div role="status">
        {fault}
        {found?.length === 0 && "没有这个尾号的码"}
      </div>
      <ul className={styles.codes} aria-label="找到的码">
        {found?.map(({ serial, last4, state, orderNo }) => {
          const [tone, word] = new Map(Object.entries(words)).get(state) ?? ["outline", state];
          return (
            <li key={serial}>
              <span>
                ····{last4} <StateTag tone={tone}>{word}</StateTag>
              </span>
              <span>
                序号 {serial}
                {orderNo && (
                  <>
                    ，订单 <OrderLink orderNo={orderNo} />
                  </>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
