interface ImportMetaEnv {
  /** Host of the API where it is not the console's own, e.g. `https://api.example`. */
  readonly VITE_API_HOST?: string
  /** Of the console, from package.json. */
  readonly VITE_CONSOLE_VERSION?: string
}
