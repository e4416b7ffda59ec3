/** The login of operators: phone, SMS code, then the authenticator or its enrolment. */
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { noteActivity } from "../../api/activity.ts";
import type { OutputOf, api } from "../../api/client.ts";
import { saveToken } from "../../api/token.ts";
import { Enrolment } from "./enrolment.tsx";
import { FirstStep } from "./first-step.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SecondStep } from "./second-step.tsx";
import type { Ticket } from "./ticket.ts";

type Confirmed = OutputOf<typeof api.operatorPassport.totpConfirm>;

export default function LoginPage() {
  const [ticket, setTicket] = useState<Ticket | undefined>(undefined);
  const [confirmed, setConfirmed] = useState<Confirmed | undefined>(undefined);
  const navigate = useNavigate();
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  useEffect(() => {
    document.title = "登录 · 云鲸权益运营后台";
  }, []);
  const enter = async (grant: { readonly token: string; readonly tokenExpired: number }) => {
    noteActivity();
    saveToken(grant);
    const back = search["back"];
    await navigate({ to: typeof back === "string" && back.startsWith("/") ? back : "/" });
  };
  const restart = () => setTicket(undefined);
  if (ticket === undefined) return <FirstStep onDone={setTicket} />;
  if (ticket.step === "totp")
    return <SecondStep ticket={ticket} onDone={enter} onRestart={restart} />;
  if (confirmed === undefined)
    return <Enrolment ticket={ticket} onDone={setConfirmed} onRestart={restart} />;
  return <RecoveryCodes codes={confirmed.recoveryCodes} onDone={() => enter(confirmed)} />;
}
