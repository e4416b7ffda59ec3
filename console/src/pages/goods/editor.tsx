/** The editor of one benefit: fields in tabs, the checklist below, the phone at the right. */
import { useQuery } from "@tanstack/react-query";
import { api, apiQuery } from "../../api/client.ts";
import { fieldOf, sentenceFor } from "../../api/failure.ts";
import { oneOf, useSearchState } from "../../parts/table/search-state.ts";
import { Checklist } from "../../parts/checklist.tsx";
import { Card } from "../../parts/page-head.tsx";
import { type Theirs, useDraft } from "../../parts/use-draft.ts";
import { Tabs } from "../../parts/tabs.tsx";
import { ContractTab } from "./contract-tab.tsx";
import { DraftConflict } from "./conflict.tsx";
import {
  contractFields,
  type Draft,
  type DraftField,
  type Goods,
  limitFields,
  put,
  type Saved,
  shareFields,
  showFields,
  valueIn,
  withField,
} from "./draft-fields.ts";
import { DetailTab } from "./detail-tab.tsx";
import { EditorHead } from "./editor-head.tsx";
import { FieldsForm } from "./fields-form.tsx";
import styles from "./goods.module.css";
import { PhonePreview } from "./phone-preview.tsx";
import { PictureField } from "./picture-field.tsx";
import { SkuTable } from "./sku-table.tsx";
import { Changes, Versions } from "./versions.tsx";

const SPEC = { tab: oneOf("show", "contract", "limits", "detail", "share", "changes", "versions") };
/** Reads the draft that another operator stored from the data of STATE_CHANGED. */
const storedIn = (data: unknown) =>
  (data as { readonly current?: Theirs<Draft> } | null | undefined)?.current;

type Named = { readonly code: string; readonly name: string };
const choice = ({ code, name }: Named) => [code, name] as const;

export function Editor(props: {
  readonly goods: Goods;
  /** The stored draft is another one: begin anew with it. */
  readonly onRestored: () => void;
}) {
  const { goods } = props;
  const { benefitId } = goods;
  const [{ tab = "show" }, setSearch] = useSearchState(SPEC);
  const hands = useDraft<Draft, Saved>({
    draft: goods.draft,
    saved: goods,
    save: (draft, sinceVersion) => api.operatorGoods.saveDraft({ benefitId, draft, sinceVersion }),
    theirsIn: storedIn,
  });
  const { draft, saved, failure } = hands;
  const brands = useQuery(apiQuery(api.operatorTaxonomy.brands, {})).data?.list ?? [];
  const categories = useQuery(apiQuery(api.operatorTaxonomy.categories, {})).data?.list ?? [];
  const names = { brands: brands.map(choice), categories: categories.map(choice) };
  const faultOf = (field: string): string | undefined =>
    fieldOf(failure) === `draft.${field}`
      ? sentenceFor(failure)
      : saved.checks.find((check) => !check.isGood && check.field === field)?.text;
  const form = (label: string, fields: readonly DraftField[]) => (
    <FieldsForm
      key={`${label}:${hands.round}`}
      label={label}
      fields={fields.map(({ spec }) => spec)}
      valueOf={(name) => {
        const field = fields.find(({ spec }) => spec.name === name);
        return field && valueIn(draft, field);
      }}
      faultOf={(name) => faultOf(name) ?? faultOf(`contract.${name}`)}
      onChange={(name, value) => {
        const field = fields.find(({ spec }) => spec.name === name);
        if (field) hands.change(withField(draft, field, value));
      }}
    />
  );
  const count = (fields: readonly string[]) => {
    const bad = saved.checks.filter(
      ({ field, isGood }) => !isGood && fields.some((one) => field.startsWith(one)),
    ).length;
    return bad === 0 ? undefined : bad;
  };
  return (
    <>
      <EditorHead goods={goods} hands={hands} />
      <DraftConflict hands={hands} names={names} />
      <div className={styles.editor}>
        <Card>
          <Tabs
            label="商品"
            value={tab}
            onChange={(next) => setSearch({ tab: next })}
            tabs={[
              {
                id: "show",
                label: "展示与价格",
                count: count(["title", "texts", "skus", "saleTo"]),
              },
              { id: "contract", label: "供应与履约", count: count(["contract"]) },
              { id: "limits", label: "限购与人群", count: count(["limits"]) },
              { id: "detail", label: "详情图文", count: count(["detail"]) },
              { id: "share", label: "分享" },
              { id: "changes", label: "看改动" },
              { id: "versions", label: "版本" },
            ]}
          />
          <div className={styles.tab}>
            {tab === "show" && (
              <>
                <PictureField
                  pictureId={draft.pictureId}
                  artwork={draft.artwork}
                  fault={faultOf("pictureId")}
                  onChange={(pictureId) => hands.change(put(draft, "pictureId", pictureId))}
                />
                {form("展示", showFields(draft, names))}
                <SkuTable
                  key={hands.round}
                  goods={goods}
                  skus={draft.skus}
                  faultOf={faultOf}
                  onChange={(skus) => hands.change({ ...draft, skus })}
                  onReplace={(skus) => hands.replace({ ...draft, skus })}
                  onScheduled={() => {
                    // An open draft stays; the table shows the new price beside it.
                    if (!goods.isDraftOpen && !hands.hasSaved && hands.state === "saved")
                      props.onRestored();
                  }}
                />
              </>
            )}
            {tab === "contract" && (
              <ContractTab
                draft={draft}
                saved={saved}
                fault={faultOf("contract.basedOn")}
                onChange={hands.change}
              >
                {form("履约", contractFields)}
              </ContractTab>
            )}
            {tab === "limits" && form("限购与人群", limitFields)}
            {tab === "detail" && (
              <DetailTab
                blocks={draft.detail ?? []}
                fault={faultOf("detail")}
                faultOf={(field) =>
                  fieldOf(failure) === `draft.${field}` ? faultOf(field) : undefined
                }
                onChange={(blocks) =>
                  hands.change(put(draft, "detail", blocks.length === 0 ? undefined : blocks))
                }
              />
            )}
            {tab === "share" && (
              <>
                {form("分享", shareFields(draft))}
                <p className={styles.quiet}>
                  会员在商品页点「分享」时发出；不能写「分享得奖励」一类的诱导词，发布前会检查。
                </p>
              </>
            )}
            {tab === "changes" && (
              <Changes
                key={saved.sinceVersion}
                benefitId={benefitId}
                heads={["会员看到的", "草稿"]}
              />
            )}
            {tab === "versions" && (
              <Versions
                benefitId={benefitId}
                sinceVersion={saved.sinceVersion}
                onRestored={props.onRestored}
              />
            )}
          </div>
          <Checklist checks={saved.checks} />
        </Card>
        <PhonePreview benefitId={benefitId} draft={draft} />
      </div>
    </>
  );
}
