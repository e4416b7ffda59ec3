/** 供应与履约: shared terms that the benefit chooses, or fields of its own; then what members read. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api, apiQuery } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { Facts, Notice, Section } from "../../parts/panel.tsx";
import type { Draft, Saved } from "./draft-fields.ts";
import { put } from "./draft-fields.ts";
import styles from "./goods.module.css";

export function ContractTab(props: {
  readonly draft: Draft;
  readonly saved: Saved;
  readonly fault: string | undefined;
  readonly onChange: (draft: Draft) => void;
  /** The fields of a benefit with terms of its own. */
  readonly children: ReactNode;
}) {
  const { draft, saved, fault, onChange } = props;
  const { basedOn, delivery } = draft.contract;
  const all = useQuery(apiQuery(api.operatorContracts.list, {})).data?.list ?? [];
  const chosen = all.find(({ code }) => code === basedOn?.code);
  // A benefit keeps its way of delivery, so terms of another one cannot be chosen.
  const choices = all.filter(
    (one) => (one.isOn && one.terms.delivery === delivery) || one.code === basedOn?.code,
  );
  const choose = (code: string) => {
    const terms = all.find((one) => one.code === code);
    const contract = terms
      ? { ...terms.terms, basedOn: { code, version: terms.version } }
      : put(draft.contract, "basedOn", undefined);
    onChange({ ...draft, contract });
  };
  return (
    <>
      <label className={styles.contractChoice}>
        <span>履约合约</span>
        <select value={basedOn?.code ?? ""} onChange={({ target }) => choose(target.value)}>
          <option value="">不用合约，单独填写</option>
          {choices.map(({ code, name, version }) => (
            <option key={code} value={code}>
              {name} v{version}
            </option>
          ))}
        </select>
        {fault && <span role="alert">{fault}</span>}
      </label>
      {basedOn && chosen && basedOn.version < chosen.version && (
        <Notice tone="warn">
          合约已改到第 {chosen.version} 版，这个商品用的是第 {basedOn.version} 版。
          <Button size="small" onClick={() => choose(basedOn.code)}>
            更新到第 {chosen.version} 版
          </Button>
        </Notice>
      )}
      {!basedOn && props.children}
      <Section title="会员会读到" level={2}>
        <Facts rows={saved.preview.rules.map(({ title, text }) => [title, text] as const)} />
      </Section>
      <p className={styles.quiet}>会员读到的规则由这些内容生成，不手写；保存草稿后更新。</p>
    </>
  );
}
