/** 设置: account, accepted agreements, advertising, cache, version and logout. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { termsText } from "@yunjing/contract/agreements";
import type { Me } from "@yunjing/contract/schemas/member";
import { lazy, Suspense, useState } from "react";
import { api, apiQuery } from "../../api.ts";
import { cacheBytes, clearCache } from "../../device/cache.ts";
import { userMessageFor } from "../../device/failure.ts";
import { VERSION, VERSION_CODE } from "../../device/platform.ts";
import { formatDate } from "../../device/time.ts";
import { hasPermission } from "../../device/token.ts";
import { Section } from "../../components/card.tsx";
import { ErrorBlock } from "../../components/empty-state.tsx";
import { LegalFooter } from "../../components/legal-footer.tsx";
import { ListRow, ListRows } from "../../components/list-row.tsx";
import { Switch } from "../../components/shop/switch.tsx";
import { confirm, toast } from "../../shell/facade/facade.ts";
import { navigateTo } from "../../shell/navigate.ts";
import { Account } from "./settings/account.tsx";
import { askLogout } from "./settings/ask-logout.ts";

/**
 * `undefined` while loading; the rows are already rendered, so nothing moves when the data arrives.
 */
type Read = { readonly me: Me | undefined };

function acceptedText({ termsVersion, termsAcceptedAt, termsCurrent }: Me): string {
  if (termsVersion === "" || termsAcceptedAt === undefined) return "还没有同意过";
  const day = `${formatDate(termsAcceptedAt)} 同意`;
  const accepted = `${termsText("login", termsVersion)}，${day}`;
  return termsVersion === termsCurrent ? accepted : `${accepted}，有新版`;
}

const CopySheet = lazy(() =>
  import("./settings/copy-sheet.tsx").then((module) => ({ default: module.CopySheet })),
);

/** The row of the copy of own data, and its sheet. */
function CopyRow() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ListRow name="个人信息副本" onPress={() => setOpen(true)} />
      {isOpen && (
        <Suspense fallback={null}>
          <CopySheet onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

const Agreements = ({ me }: Read) => (
  <Section title="协议与隐私" note={me && acceptedText(me)}>
    <div className="rows-end">
      <ListRows label="协议与隐私">
        <ListRow name="用户协议" onPress={() => navigateTo("/pages/passport/terms?type=user")} />
        <ListRow name="隐私政策" onPress={() => navigateTo("/pages/passport/terms?type=privacy")} />
        <CopyRow />
      </ListRows>
    </div>
  </Section>
);

const sizeText = (bytes: number): string =>
  bytes < 1024 ? "不到 1 KB" : `${(bytes / 1024).toFixed(1)} KB`;

/**
 * The cache row: its size, and clearing after a dialog that lists what is deleted and what stays.
 */
function useCache() {
  const queries = useQueryClient();
  const [bytes, setBytes] = useState(cacheBytes);
  const clear = async () => {
    const yes = await confirm({
      title: "清除缓存？",
      content: "清除的内容联网后会重新读取；断网时要用的取餐码请先截图。",
      rows: [
        { label: "清除", value: "看过的订单、页面和最近城市" },
        { label: "保留", value: "登录、所选城市、未完成的兑换" },
      ],
      confirmText: "清除",
    });
    if (!yes) return;
    clearCache();
    queries.removeQueries({ type: "inactive" });
    setBytes(cacheBytes());
    await toast("缓存已清除", { kind: "done" });
  };
  return { bytes, clear };
}

/** The row that turns operators' advertising messages on or off. */
function Offers({ me }: Read) {
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<boolean>();
  const save = (wantsOffers: boolean): void => {
    if (chosen !== undefined) return;
    setChosen(wantsOffers);
    void api.member
      .update({ wantsOffers })
      .then(
        (changed) => {
          queries.setQueryData(apiQuery(api.member.me, {}).queryKey, changed);
          // Announcements of campaigns disappear from the messages, or return.
          void queries.invalidateQueries({ queryKey: ["messages"] });
        },
        (failure: unknown) => toast(userMessageFor(failure), { kind: "failed" }),
      )
      .finally(() => setChosen(undefined));
  };
  return (
    <li>
      <Switch
        name="活动与优惠消息"
        note="关闭后仍会收到订单、支付和服务消息"
        isOn={chosen ?? me?.wantsOffers ?? true}
        isDisabled={!me}
        onChange={save}
      />
    </li>
  );
}

function General({ me }: Read) {
  const { bytes, clear } = useCache();
  return (
    <Section title="通用">
      <div className="rows-end">
        <ListRows label="通用">
          <Offers me={me} />
          <ListRow name="清除缓存" value={sizeText(bytes)} onPress={clear} />
          <ListRow name="帮助客服" onPress={() => navigateTo("/pages/user/help")} />
          {hasPermission("devop:debug") && (
            <ListRow name="DEVOP" onPress={() => navigateTo("/pages/devop/debug")} />
          )}
          <ListRow name="版本" value={`${VERSION} (${VERSION_CODE})`} />
        </ListRows>
      </div>
    </Section>
  );
}

const LogoutSection = ({ me }: Read) => (
  <Section title="退出与注销">
    <div className="rows-end">
      <ListRows label="退出与注销">
        <ListRow name="退出登录" onPress={askLogout} />
        <ListRow
          name="注销账号"
          value={me?.closing && "注销中"}
          onPress={() => navigateTo("/pages/user/closing")}
        />
      </ListRows>
    </div>
  </Section>
);

export default function UserSettingsPage() {
  const { data: me, isLoadingError, refetch } = useQuery(apiQuery(api.member.me, {}));
  return (
    <div className="page-padding column gap-3">
      {isLoadingError && !me ? <ErrorBlock onRetry={refetch} /> : <Account me={me} />}
      <Agreements me={me} />
      <General me={me} />
      <LogoutSection me={me} />
      <LegalFooter />
    </div>
  );
}
