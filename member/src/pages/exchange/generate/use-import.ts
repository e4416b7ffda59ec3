/** Hook for an import: pasted text, code target, dry-run report and the import itself. */
import type { Output } from "@yunjing/contract/operations";
import { useState } from "react";
import { dealerApi } from "../../../dealer-api.ts";
import { serverNow } from "../../../device/clock.ts";
import { userMessageFor } from "../../../device/failure.ts";
import { countText } from "../../../components/money.ts";
import { confirm } from "../../../shell/facade/facade.ts";
import { chargeRows, currentDealer } from "./dealer-charge.tsx";
import {
  type Draft,
  type DraftErrors,
  emptyDraft,
  importedOf,
  targetErrors,
  targetOf,
} from "./draft.ts";
import { errorsOfRefusal, focusFirstError } from "./use-new-batch.ts";

export type Report = Output<"batches", "import">;

export function useImport(onMade: (batchId: string) => void) {
  const [draft, setDraft] = useState(() => emptyDraft(serverNow()));
  const [file, setFile] = useState("");
  const [faults, setFaults] = useState<DraftErrors>({});
  const [fileFault, setFileFault] = useState<string>();
  const [report, setReport] = useState<Report>();
  const [refused, setRefused] = useState<string>();

  const change = (changes: Partial<Draft>) => {
    setDraft((held) => ({ ...held, ...changes }));
    setFaults({});
    setRefused(undefined);
  };
  // The text changed, so the previous check no longer applies.
  const paste = (text: string) => {
    setFile(text);
    setFileFault(undefined);
    setRefused(undefined);
    setReport(undefined);
  };
  const isSound = (): boolean => {
    const found = targetErrors(draft, serverNow());
    const empty = file.trim() === "" ? "请粘贴兑换码" : undefined;
    setFaults(found);
    setFileFault(empty);
    if (empty === undefined && Object.keys(found).length === 0) return true;
    focusFirstError();
    return false;
  };
  const send = (dryRun: boolean): Promise<Report | undefined> =>
    dealerApi.batches
      .import({
        dryRun,
        file,
        target: targetOf(draft),
        ...(draft.name === "" ? {} : { name: draft.name }),
      })
      .catch((failure: unknown) => {
        const found = errorsOfRefusal(failure, draft);
        setFaults(found);
        if (Object.keys(found).length === 0) setRefused(userMessageFor(failure));
        else focusFirstError();
        return undefined;
      });
  const check = async (): Promise<void> => {
    if (isSound()) setReport(await send(true));
  };
  const take = async (): Promise<void> => {
    if (!report || !isSound()) return;
    const batch = importedOf(draft, report.accepted);
    const dealer = await currentDealer();
    const isSure = await confirm({
      title: "导入这些码？",
      content: "有问题的行不会导入。另一人审核通过前，这些码不能用。",
      rows: [
        { label: "导入", value: `${countText(report.accepted)} 个` },
        ...chargeRows(dealer, { batch, activation: "now" }),
      ],
      confirmText: "导入",
      tone: "main",
    });
    if (!isSure) return;
    const taken = await send(false);
    if (taken?.batchId !== undefined) onMade(taken.batchId);
    else if (taken) setReport(taken);
  };
  return { draft, change, faults, file, paste, fileFault, report, refused, check, take };
}
