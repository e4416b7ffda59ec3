/** The texts that members read because of terms: of stored ones, or of those in a form. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, apiQuery, type Item, type OutputOf } from "../../api/client.ts";
import { sentenceFor } from "../../api/failure.ts";
import { useSettled } from "../../parts/member-frame.tsx";
import { Facts, Notice, Section } from "../../parts/panel.tsx";

type Terms = Item<typeof api.operatorContracts.list>["terms"];

export const ContractTexts = ({
  texts,
}: {
  readonly texts: OutputOf<typeof api.operatorContracts.preview>;
}) => (
  <Section title="会员会读到">
    <Facts
      rows={[
        ...texts.rules.map(({ title, text }) => [title, text] as const),
        ["使用步骤", texts.steps.join(" → ")] as const,
        ["标签", texts.promises.join("、")] as const,
      ]}
    />
  </Section>
);

/** The texts follow what is typed; the last ones stay while a field is not filled in. */
export function LiveContractTexts({ terms }: { readonly terms: Terms }) {
  // Its text, because each rendering of a form makes a new object.
  const typed = useSettled(JSON.stringify(terms));
  const settled = JSON.parse(typed) as Terms;
  const { data, error } = useQuery({
    ...apiQuery(api.operatorContracts.preview, { terms: settled }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return (
    <>
      {data && <ContractTexts texts={data} />}
      {error && <Notice tone="warn">会员读到的内容没有更新：{sentenceFor(error)}</Notice>}
    </>
  );
}
