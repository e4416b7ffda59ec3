/** The five steps of a campaign's draft, saved while it is typed, with ticket and cost beside them. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useRef, useState } from "react";
import { api, apiQuery, type OutputOf } from "../../api/client.ts";
import { fieldOf, sentenceFor } from "../../api/failure.ts";
import { Button } from "../../parts/button.tsx";
import { DraftState } from "../../parts/draft-state.tsx";
import { CityField } from "../../parts/form/city-field.tsx";
import { Field, isRefusedField, type Typed } from "../../parts/form/field.tsx";
import { focusField } from "../../parts/form/focus-field.ts";
import { type FormDraft, readForm, typedForm } from "../../parts/form/read-form.ts";
import { moneyText } from "../../parts/format.ts";
import { Card, PageHead } from "../../parts/page-head.tsx";
import { Facts, Notice } from "../../parts/panel.tsx";
import { RefusalNote } from "../../parts/refusal-note.tsx";
import { oneOf, useSearchState } from "../../parts/table/search-state.ts";
import { StateTag } from "../../parts/tag.tsx";
import { tell } from "../../parts/toast.tsx";
import { useDraft } from "../../parts/use-draft.ts";
import { run, wizardPath } from "./campaign-actions.tsx";
import { allFields, type CampaignDraft, packSpec, steps } from "./campaign-fields.ts";
import { campaignInput, campaignValues } from "./campaign-values.ts";
import { ruleRows, worstFen } from "./campaign-words.ts";
import styles from "./campaigns.module.css";
import type { ChosenPart } from "./pack.ts";
import { PackField } from "./pack-field.tsx";
import { StepList } from "./step-list.tsx";
import { Ticket } from "./ticket.tsx";
import { Trial } from "./trial.tsx";

const BEGINNING = { mode: "claim", days: 30, perMember: 1, how: "centre" } as const;
const CREATE = "operatorCampaigns.create";
const SPEC = { step: oneOf("1", "2", "3", "4", "5") };
const nameOf = (step: number) => SPEC.step(String(step + 1));
const SCOPE_STEP = 1;
const CITIES = "rules.cities";
const FACE_STEP = 0;
const PARTS = "rules.parts";
const LAST_STEP = steps.length - 1;
type Stored = OutputOf<typeof api.operatorCampaigns.detail>;
/** What stands in the fields; cities and the coupons of a pack have fields of their own. */
type Typing = {
  readonly typed: FormDraft;
  readonly cities: readonly string[];
  readonly parts: readonly ChosenPart[];
};
/** The steps of the fields that stand beside the form's. */
const OWN_STEPS = new Map([
  [CITIES, SCOPE_STEP],
  [PARTS, FACE_STEP],
]);
type Kept = { readonly sinceVersion: number; readonly savedAt?: number };
const keptNow = (sinceVersion: number): Kept => ({ sinceVersion, savedAt: Date.now() });

/** What it can cost at most. */
function Worst(props: { readonly draft: CampaignDraft; readonly parts: readonly ChosenPart[] }) {
  const most = worstFen(props.draft, props.parts);
  return (
    <Notice tone={most === undefined ? "warn" : "sea"}>
      {most === undefined
        ? "没有预算，也没有张数上限：成本没有上限。"
        : `最多让利 ${moneyText(most)}。`}
      提交后由另一位同意才开始发放。
    </Notice>
  );
}

export function DraftEditor(props: {
  readonly title: string;
  readonly stored: Stored | undefined;
}) {
  const { title, stored } = props;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const base = stored?.draft;
  const [{ step: named = "1" }, setSearch] = useSearchState(SPEC);
  const step = stored ? Number(named) - 1 : 0;
  const [isTried, setTried] = useState(false);
  // A refusal opens the step of its field only when the operator asked for another one.
  const isAsked = useRef(false);
  const cityList = useQuery(apiQuery(api.operatorHomePage.cities, {})).data?.list ?? [];
  const cityName = (code: string) => cityList.find((city) => city.code === code)?.name ?? code;

  // The id is fixed once the draft is kept under it.
  const fields = allFields.filter(({ name }) => name !== "templateId" || stored === undefined);
  const formOf = ({ typed, cities, parts }: Typing) => {
    const form = readForm(CREATE, fields, typed);
    const chosen = parts.map(({ templateId, count }) => ({ templateId, count }));
    return { form, draft: campaignInput({ ...form.values, cities }, base, chosen) };
  };
  const shownIn = (form: ReturnType<typeof readForm>) =>
    steps.map(({ fields: own }) =>
      form.fields.filter(({ name }) => own.some((one) => one.name === name)),
    );
  const save = async (typing: Typing, sinceVersion: number) => {
    const { form, draft } = formOf(typing);
    try {
      const version = stored
        ? (await api.operatorCampaigns.change({ ...draft, sinceVersion })).version
        : (await api.operatorCampaigns.create(draft), 1);
      void queries.invalidateQueries({ queryKey: ["operatorCampaigns", "list"] });
      return keptNow(version);
    } catch (refusal) {
      const field = fieldOf(refusal);
      const place =
        OWN_STEPS.get(field ?? "") ??
        shownIn(form).findIndex((own) => own.some((spec) => isRefusedField(spec, field)));
      if (isAsked.current && place !== -1) setSearch({ step: nameOf(place) });
      throw refusal;
    }
  };
  const hands = useDraft<Typing, Kept>({
    draft: {
      typed: typedForm(allFields, base ? campaignValues(base) : BEGINNING),
      cities: base?.rules.cities ?? [],
      parts: stored?.parts ?? [],
    },
    saved: { sinceVersion: stored?.version ?? 0 },
    save,
    theirsIn: () => undefined,
    // A new draft is kept with its first 下一步; then each change is, unless a field is wrong.
    isReady: (typing) => {
      const { form } = formOf(typing);
      const own = shownIn(form)[step] ?? [];
      return stored !== undefined && !own.some((spec) => form.faultIn(spec) !== undefined);
    },
  });
  const { typed, cities, parts } = hands.draft;
  const { form, draft } = formOf(hands.draft);
  const shown = shownIn(form);
  const failure = hands.state === "failed" ? hands.failure : undefined;
  const refused = fieldOf(failure);
  const isAtField =
    OWN_STEPS.get(refused ?? "") === step ||
    shown[step]?.some((spec) => isRefusedField(spec, refused));

  const change = (name: string, value: Typed) =>
    hands.change({ cities, parts, typed: { ...typed, [name]: value } });
  /** Saves what is not saved yet; returns false when a field or the server refused it. */
  const keep = async (): Promise<boolean> => {
    isAsked.current = true;
    const version = await hands.flush();
    isAsked.current = false;
    return version !== undefined;
  };
  const goOn = async (to: number) => {
    const wrong = shown[step]?.find((spec) => form.faultIn(spec) !== undefined);
    if (to > step && wrong) {
      setTried(true);
      focusField(wrong.name);
      return;
    }
    if (to > step && !(await keep())) return;
    setTried(false);
    if (stored) setSearch({ step: nameOf(to) });
    // The draft has an address now, and begins anew from what was kept.
    else
      void navigate({
        to: wizardPath(draft.templateId) as "/",
        search: { step: nameOf(to) },
        replace: true,
      });
  };
  const submit = async () => {
    const { templateId } = draft;
    if (!(await keep())) return;
    if (!(await run({ templateId, title: draft.title }, "submit"))) return;
    tell("已提交，等另一位同意");
    void navigate({ to: `/campaigns/${templateId}` as "/" });
  };
  const isPack = draft.rules.type === "pack";
  const packField: ReactNode = step === FACE_STEP && isPack && (
    <>
      <PackField
        chosen={parts}
        onChange={(chosen) => hands.change({ typed, cities, parts: chosen })}
      />
      {refused === PARTS && (
        <div className={styles.cities}>
          <RefusalNote failure={failure} />
        </div>
      )}
    </>
  );
  const scopeNote: ReactNode = step === SCOPE_STEP && isPack && (
    <p className={styles.note}>券包里的每张券按自己的规则使用，这一步不用填。</p>
  );
  const cityField: ReactNode = step === SCOPE_STEP && !isPack && (
    <div className={styles.cities}>
      <CityField
        label="城市"
        cities={cityList}
        chosen={cities}
        onChange={(codes) => hands.change({ typed, parts, cities: codes })}
      />
      {refused === CITIES && <RefusalNote failure={failure} />}
    </div>
  );
  return (
    <>
      <PageHead
        title={stored ? draft.title : title}
        tags={<StateTag tone="outline">草稿</StateTag>}
        text={stored ? draft.templateId : "填好第一步后开始保存草稿；提交后由另一位同意才开始发放"}
        actions={stored && <DraftState hands={hands} />}
      />
      <div className={styles.wizard}>
        <Card>
          <StepList step={step} reached={stored ? LAST_STEP : 0} onStep={(to) => void goOn(to)} />
          {step < LAST_STEP ? (
            <fieldset className={styles.fields} aria-label={steps[step]?.title}>
              {shown[step]?.map((spec) => (
                <Field
                  key={spec.name}
                  spec={isPack ? packSpec(spec) : spec}
                  typed={typed[spec.name]}
                  fault={
                    (isTried ? form.faultIn(spec) : undefined) ??
                    (isRefusedField(spec, refused) ? sentenceFor(failure) : undefined)
                  }
                  onChange={(value) => change(spec.name, value)}
                />
              ))}
            </fieldset>
          ) : (
            <div className={styles.summary}>
              <Facts rows={ruleRows(draft, cityName, parts)} />
            </div>
          )}
          {packField}
          {scopeNote}
          {cityField}
          <div className={styles.foot}>
            <span>{!isAtField && <RefusalNote failure={failure} />}</span>
            {step > 0 && <Button onClick={() => void goOn(step - 1)}>上一步</Button>}
            {step < LAST_STEP ? (
              <Button
                look="solid"
                busy={hands.state === "saving" && "保存中…"}
                onClick={() => void goOn(step + 1)}
              >
                下一步
              </Button>
            ) : (
              <Button look="solid" onClick={() => void submit()}>
                提交审核
              </Button>
            )}
          </div>
        </Card>
        <div className={styles.side}>
          <Ticket draft={draft} parts={parts} />
          <Worst draft={draft} parts={parts} />
        </div>
      </div>
      {step === LAST_STEP && <Trial draft={draft} />}
    </>
  );
}
