/** Starts the console: theme, queries and router. */
import "../theme/tokens.css";
import { StyleProvider } from "@ant-design/cssinjs";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import ConfigProvider from "antd/es/config-provider";
import zhCN from "antd/es/locale/zh_CN";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { api, apiQuery } from "../api/client.ts";
import { ApiFailure } from "../api/failure.ts";
import { storedToken } from "../api/token.ts";
import { setStepUp } from "../parts/prompt/step-up.ts";
import { theme } from "../theme/antd-theme.ts";
import { router } from "./router.tsx";

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (count, failure) =>
        count < 2 &&
        failure instanceof ApiFailure &&
        (failure.status === 0 || failure.status >= 500),
      refetchOnWindowFocus: true,
    },
  },
});
setStepUp((code) => api.operatorPassport.stepUp({ code }));

// The frame needs to know who is logged in. Asked here, the answer comes while its script loads.
if (storedToken() !== "")
  void queries.prefetchQuery({ ...apiQuery(api.operatorPassport.me, {}), staleTime: 60_000 });

const root = document.getElementById("app");
if (!root) throw new Error("the page has no #app");

// The built page has antd's styles in a file (decision 0077). What antd writes at run time goes to
// an element outside of the document, which the CSP does not concern.
const container = import.meta.env.PROD ? document.createElement("div") : undefined;

createRoot(root).render(
  <StrictMode>
    <StyleProvider {...(container ? { container } : {})}>
      <ConfigProvider theme={theme} locale={zhCN}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </ConfigProvider>
    </StyleProvider>
  </StrictMode>,
);
