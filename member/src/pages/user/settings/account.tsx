/**
 * 账号与绑定: the member's profile and login methods. Each method can be added; WeChat can be unlinked.
 */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Identities } from "@yunjing/contract/schemas/identity";
import type { Me } from "@yunjing/contract/schemas/member";
import { lazy, Suspense, useState } from "react";
import { api, apiQuery } from "../../../api.ts";
import { Section } from "../../../components/card.tsx";
import { ListRow, ListRows } from "../../../components/list-row.tsx";
import { StepUpSheet } from "../../../components/step-up/step-up-sheet.tsx";
import { notifyPhoneLocked } from "./notify-phone-locked.ts";
import {
  askToUnlink,
  importWechatProfile,
  startWechatLink,
  notifyOpenInWechat,
  unlinkWechat,
} from "./wechat.ts";

const BindPhone = lazy(() =>
  import("./bind-phone.tsx").then((module) => ({ default: module.BindPhone })),
);

const NicknameSheet = lazy(() =>
  import("./nickname-sheet.tsx").then((module) => ({ default: module.NicknameSheet })),
);

const BirthdaySheet = lazy(() =>
  import("./birthday-sheet.tsx").then((module) => ({ default: module.BirthdaySheet })),
);

const ChangePhone = lazy(() =>
  import("./change-phone.tsx").then((module) => ({ default: module.ChangePhone })),
);

type Act = "link" | "unlink";
/** The open phone sheet: binds the first phone, or changes the bound one. */
type PhoneAct = "bind" | "change";
const proofTexts: Readonly<Record<Act, string>> = {
  link: "绑定微信前，先验证是你本人",
  unlink: "解绑微信前，先验证是你本人",
};

/**
 * The actions of the rows: the verification before them, the open sheet, and the queries refetched
 * after.
 */
function useLoginMethods(ways: Identities | undefined) {
  const queries = useQueryClient();
  const [proving, setProving] = useState<Act>();
  const [phoneAct, setPhoneAct] = useState<PhoneAct>();
  const keep = (changed: Identities) => {
    queries.setQueryData(apiQuery(api.identity.list, {}).queryKey, changed);
    void queries.invalidateQueries({ queryKey: apiQuery(api.member.me, {}).queryKey });
    void queries.invalidateQueries({ queryKey: apiQuery(api.security.summary, {}).queryKey });
  };
  const run = async (act: Act, stepUp?: string): Promise<void> => {
    if (act === "link") await startWechatLink(stepUp);
    else await unlinkWechat(keep, stepUp);
    setProving(undefined);
  };
  const begin = async (act: Act): Promise<void> => {
    if (!ways) return;
    if (act === "link" && !ways.wechat.isHere) return notifyOpenInWechat();
    if (act === "unlink" && !(await askToUnlink(ways))) return;
    if (ways.needsProof && ways.phone !== "") setProving(act);
    else await run(act);
  };
  const beginPhone = async (): Promise<void> => {
    if (!ways) return;
    const { phone, phoneFixedUntil } = ways;
    if (phone === "") return setPhoneAct("bind");
    if (phoneFixedUntil !== undefined) return notifyPhoneLocked(phoneFixedUntil);
    setPhoneAct("change");
  };
  return { proving, phoneAct, setProving, setPhoneAct, keep, run, begin, beginPhone };
}

const linkedText = ({ nickname }: Identities["wechat"]): string => nickname || "已绑定";

interface AccountProps {
  /**
   * `undefined` while loading; the rows are already rendered, so nothing moves when the data
   * arrives.
   */
  readonly me: Me | undefined;
}

/** The nickname row with its edit sheet. */
function Nickname({ me }: AccountProps) {
  const queries = useQueryClient();
  const [isSetting, setSetting] = useState(false);
  const close = () => setSetting(false);
  const keep = (changed: Me) => {
    queries.setQueryData(apiQuery(api.member.me, {}).queryKey, changed);
    // Setting the first nickname is a task that earns points.
    void queries.invalidateQueries({ queryKey: apiQuery(api.points.summary, {}).queryKey });
  };
  const value = me?.nickname;
  return (
    <>
      <ListRow name="昵称" value={value} onPress={me && (() => setSetting(true))} />
      {isSetting && me && (
        <Suspense fallback={null}>
          <NicknameSheet nickname={me.nickname} onSaved={keep} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

const birthdayText = (birthday: string): string => {
  const [month, day] = birthday.split("-").map(Number);
  return `${month}月${day}日`;
};

/** The birthday row; it opens the sheet until the birthday is stored. */
function Birthday({ me }: AccountProps) {
  const queries = useQueryClient();
  const [isTelling, setTelling] = useState(false);
  const keep = (changed: Me) => queries.setQueryData(apiQuery(api.member.me, {}).queryKey, changed);
  const birthday = me?.birthday;
  return (
    <>
      <ListRow
        name="生日"
        value={me && (birthday === undefined ? "去填写" : birthdayText(birthday))}
        onPress={me && birthday === undefined ? () => setTelling(true) : undefined}
      />
      {isTelling && (
        <Suspense fallback={null}>
          <BirthdaySheet onSaved={keep} onClose={() => setTelling(false)} />
        </Suspense>
      )}
    </>
  );
}

export function Account({ me }: AccountProps) {
  const { data: ways } = useQuery(apiQuery(api.identity.list, {}));
  const view = useLoginMethods(ways);
  const { proving } = view;
  const isLinked = ways?.wechat.isLinked === true;
  return (
    <Section title="账号与绑定">
      <div className="rows-end">
        <ListRows label="账号与绑定">
          <Nickname me={me} />
          <Birthday me={me} />
          <ListRow
            name="手机号"
            value={me && (me.phone === "" ? "未绑定" : me.phone)}
            onPress={view.beginPhone}
          />
          <ListRow
            name="微信"
            value={ways && (isLinked ? linkedText(ways.wechat) : "未绑定")}
            onPress={() => view.begin(isLinked ? "unlink" : "link")}
          />
          {ways && isLinked && ways.wechat.isHere && (
            <ListRow name="使用微信头像和昵称" onPress={importWechatProfile} />
          )}
          <ListRow name="会员号" value={me?.memberNo} />
        </ListRows>
      </div>
      {proving !== undefined && (
        <StepUpSheet
          purpose="identity"
          what={proofTexts[proving]}
          onProof={(stepUp) => view.run(proving, stepUp)}
          onClose={() => view.setProving(undefined)}
        />
      )}
      <Suspense fallback={null}>
        {view.phoneAct === "bind" && (
          <BindPhone onBound={view.keep} onClose={() => view.setPhoneAct(undefined)} />
        )}
        {view.phoneAct === "change" && (
          <ChangePhone onChanged={view.keep} onClose={() => view.setPhoneAct(undefined)} />
        )}
      </Suspense>
    </Section>
  );
}
