/** Vite's types: modules of CSS and pictures, and `import.meta.env`. */
/// <reference types="vite/client" />
