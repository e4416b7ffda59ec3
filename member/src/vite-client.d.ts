/** Lets TypeScript read CSS modules, assets and the constants the build compiles in. */
/// <reference types="vite/client" />
declare const __BUILD_ID__: string;
