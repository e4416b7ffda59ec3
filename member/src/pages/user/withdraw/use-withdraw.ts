/**
 * Hook that requests a withdrawal: confirmation with amounts, verification where needed, and one
 * request.
 */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Withdrawal, WithdrawalSheet } from "@yunjing/contract/schemas/withdrawals";
import { useState } from "react";
import { api, apiQuery } from "../../../api.ts";
import { ApiFailure, userMessageFor } from "../../../device/failure.ts";
import { withIdempotencyKey } from "../../../device/idempotency.ts";
import { moneyText } from "../../../components/money.ts";
import { parseYuan } from "../../../components/yuan.ts";
import { confirm } from "../../../shell/facade/facade.ts";
import { amountError, feeOf, nameError, needsName } from "./amounts.ts";

const codeOf = (failure: unknown): string => (failure instanceof ApiFailure ? failure.code : "");

/**
 * Asks for confirmation with source, amount, net amount and remaining balance, before any money
 * moves.
 */
function confirmed(sheet: WithdrawalSheet, amountFen: number): Promise<boolean> {
  const feeFen = feeOf(sheet, amountFen);
  const isReviewed = amountFen > sheet.autoFen;
  return confirm({
    title: "确认提现？",
    content: isReviewed ? "提交后由人工审核，通过后打款。" : "提交后自动打款到微信零钱。",
    rows: [
      { label: "提现金额", value: moneyText(amountFen) },
      { label: "手续费", value: moneyText(feeFen) },
      { label: "到账微信零钱", value: moneyText(amountFen - feeFen) },
      { label: "剩余可提现", value: moneyText(sheet.availableFen - amountFen) },
    ],
    cancelText: "再想想",
    confirmText: `提现 ${moneyText(amountFen)}`,
    tone: "main",
  });
}

export function useWithdraw(onMade: (made: Withdrawal) => void) {
  const { data: sheet, isLoadingError, refetch } = useQuery(apiQuery(api.withdrawals.sheet, {}));
  const queries = useQueryClient();
  const [typed, setTyped] = useState("");
  const [name, setName] = useState("");
  const [isNameNeeded, setNameNeeded] = useState(false);
  const [error, setError] = useState<string>();
  const [isProving, setProving] = useState(false);
  const amountFen = parseYuan(typed) ?? 0;
  const isSound = sheet !== undefined && amountError(sheet, typed) === undefined;
  const showsNameField = isNameNeeded || (isSound && needsName(sheet, amountFen));
  const fault =
    sheet &&
    (sheet.allowed
      ? (amountError(sheet, typed) ?? (showsNameField ? nameError(name) : undefined))
      : (sheet.why ?? "现在不能提现"));

  const fail = (failure: unknown) => {
    if (codeOf(failure) === "STEP_UP_NEEDED") return setProving(true);
    setProving(false);
    if (codeOf(failure) === "NAME_NEEDED") setNameNeeded(true);
    setError(userMessageFor(failure));
    void refetch();
  };
  const make = (stepUp?: string): Promise<void> =>
    withIdempotencyKey(`withdraw:${amountFen}:${stepUp?.slice(-6) ?? ""}`, (idempotencyKey) =>
      api.withdrawals.create(
        {
          amountFen,
          ...(showsNameField ? { realName: name } : {}),
          ...(stepUp === undefined ? {} : { stepUp }),
        },
        { idempotencyKey },
      ),
    ).then((made) => {
      setProving(false);
      setTyped("");
      void queries.invalidateQueries();
      onMade(made);
    }, fail);
  const submit = async (): Promise<void> => {
    if (!sheet || fault !== undefined) return;
    setError(undefined);
    if (!(await confirmed(sheet, amountFen))) return;
    if (sheet.needsStepUp || amountFen > sheet.stepUpAboveFen) setProving(true);
    else await make();
  };
  const type = (next: string) => {
    setError(undefined);
    setTyped(next);
  };
  const proof = { isProving, give: make, leave: () => setProving(false) };
  const fields = { typed, type, name, setName, showsNameField, amountFen, isSound };
  return { sheet, isLoadingError, refetch, ...fields, fault, error, submit, proof };
}

export type WithdrawView = ReturnType<typeof useWithdraw>;
