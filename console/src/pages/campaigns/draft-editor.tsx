/** The five steps of a campaign's draft, with the ticket and the cost beside them. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { api, apiQuery, type OutputOf } from "../../api/client.ts";
import { fieldOf, sentenceFor } from "../../api/failure.ts";
import { Button } from "../../parts/button.tsx";
import { CityField } from "../../parts/form/city-field.tsx";
import { Field, isRefusedField, type Typed } from "../../parts/form/field.tsx";
import { focusField } from "../../parts/form/focus-field.ts";
import { type FormDraft, readForm, typedForm } from "../../parts/form/read-form.ts";
import { moneyText } from "../../parts/format.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { Facts, Notice } from "../../parts/panel.tsx";
import { RefusalNote } from "../../parts/refusal-note.tsx";
import { oneOf, useSearchState } from "../../parts/table/search-state.ts";
import { StateTag } from "../../parts/tag.tsx";
import { tell } from "../../parts/toast.tsx";
import { run, wizardPath } from "./campaign-actions.tsx";
import { allFields, type CampaignDraft, steps } from "./campaign-fields.ts";
import { campaignInput, campaignValues } from "./campaign-values.ts";
import { ruleRows, worstFen } from "./campaign-words.ts";
import styles from "./campaigns.module.css";
import { StepList } from "./step-list.tsx";
import { Ticket } from "./ticket.tsx";
import { Trial } from "./trial.tsx";

const BEGINNING = { mode: "claim", days: 30, perMember: 1, how: "centre" } as const;
const CREATE = "operatorCampaigns.create";
const SPEC = { step: oneOf("1", "2", "3", "4", "5") };
const nameOf = (step: number) => SPEC.step(String(step + 1));
const SCOPE_STEP = 1;
const CITIES = "rules.cities";
const LAST_STEP = steps.length - 1;
type Stored = OutputOf<typeof api.operatorCampaigns.detail>;

/** What it can cost at most. */
function Worst({ draft }: { readonly draft: CampaignDraft }) {
  const most = worstFen(draft);
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
  const [typed, setTyped] = useState<FormDraft>(() =>
    typedForm(allFields, stored ? campaignValues(stored.draft) : BEGINNING),
  );
  const [cities, setCities] = useState<readonly string[]>(stored?.draft.rules.cities ?? []);
  const [kept, setKept] = useState(stored && { draft: stored.draft, version: stored.version });
  const [{ step: named = "1" }, setSearch] = useSearchState(SPEC);
  const step = kept ? Number(named) - 1 : 0;
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isDirty, setDirty] = useState(false);
  const [failure, setFailure] = useState<unknown>(undefined);
  const cityList = useQuery(apiQuery(api.operatorHomePage.cities, {})).data?.list ?? [];
  const cityName = (code: string) => cityList.find((city) => city.code === code)?.name ?? code;

  useEffect(() => {
    if (!isDirty) return;
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", stay);
    return () => removeEventListener("beforeunload", stay);
  }, [isDirty]);

  // The id is fixed once the draft is kept under it.
  const fields = allFields.filter(({ name }) => name !== "templateId" || kept === undefined);
  const form = readForm(CREATE, fields, typed);
  const draft = campaignInput({ ...form.values, cities }, kept?.draft);
  const refused = fieldOf(failure);
  const shown = steps.map(({ fields: own }) =>
    form.fields.filter(({ name }) => own.some((one) => one.name === name)),
  );
  const isAtField =
    refused === CITIES || shown[step]?.some((spec) => isRefusedField(spec, refused));
  const faulty = (at: number) => shown[at]?.find((spec) => form.faultIn(spec) !== undefined);

  const change = (name: string, value: Typed) => {
    setFailure(undefined);
    setDirty(true);
    setTyped((old) => ({ ...old, [name]: value }));
  };
  /** Keeps the draft; returns false when a field or the server refused it. */
  const keep = async (): Promise<boolean> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const version = kept
        ? (await api.operatorCampaigns.change({ ...draft, sinceVersion: kept.version })).version
        : (await api.operatorCampaigns.create(draft), 1);
      setKept({ draft, version });
      setDirty(false);
      void queries.invalidateQueries({ queryKey: ["operatorCampaigns", "list"] });
      return true;
    } catch (refusal) {
      setFailure(refusal);
      const field = fieldOf(refusal);
      const place =
        field === CITIES
          ? SCOPE_STEP
          : shown.findIndex((own) => own.some((spec) => isRefusedField(spec, field)));
      if (place !== -1) setSearch({ step: nameOf(place) });
      return false;
    } finally {
      setBusy(false);
    }
  };
  const goOn = async (to: number) => {
    const wrong = faulty(step);
    if (to > step && wrong) {
      setTried(true);
      focusField(wrong.name);
      return;
    }
    if (to > step && (isDirty || !kept) && !(await keep())) return;
    setTried(false);
    if (kept) setSearch({ step: nameOf(to) });
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
    if (!(await run({ templateId, title: draft.title }, "submit"))) return;
    tell("已提交，等另一位同意");
    void navigate({ to: `/campaigns/${templateId}` as "/" });
  };
  const cityField: ReactNode = step === SCOPE_STEP && (
    <div className={styles.cities}>
      <CityField
        label="城市"
        cities={cityList}
        chosen={cities}
        onChange={(codes) => {
          setCities(codes);
          setDirty(true);
          setFailure(undefined);
        }}
      />
      {refused === CITIES && <RefusalNote failure={failure} />}
    </div>
  );
  return (
    <>
      <PageHead
        title={kept ? draft.title : title}
        tags={<StateTag tone="outline">{isDirty ? "草稿，有未保存的内容" : "草稿"}</StateTag>}
        text={kept ? kept.draft.templateId : "每走一步都保存草稿；提交后由另一位同意才开始发放"}
      />
      <div className={styles.wizard}>
        <div className={styles.sheet}>
          <StepList step={step} reached={kept ? LAST_STEP : 0} onStep={(to) => void goOn(to)} />
          {step < LAST_STEP ? (
            <fieldset className={styles.fields} aria-label={steps[step]?.title}>
              {shown[step]?.map((spec) => (
                <Field
                  key={spec.name}
                  spec={spec}
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
              <Facts rows={ruleRows(draft, cityName)} />
            </div>
          )}
          {cityField}
          <div className={styles.foot}>
            <span>{!isAtField && <RefusalNote failure={failure} />}</span>
            {step > 0 && <Button onClick={() => void goOn(step - 1)}>上一步</Button>}
            {step < LAST_STEP ? (
              <Button look="solid" busy={isBusy && "保存中…"} onClick={() => void goOn(step + 1)}>
                下一步
              </Button>
            ) : (
              <Button look="solid" onClick={() => void submit()}>
                提交审核
              </Button>
            )}
          </div>
        </div>
        <div className={styles.side}>
          <Ticket draft={draft} />
          <Worst draft={draft} />
        </div>
      </div>
      {step === LAST_STEP && kept && <Trial draft={kept.draft} />}
    </>
  );
}
