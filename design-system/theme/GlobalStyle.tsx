import './fonts.css'

/** The only global style sheet, with its fonts. Render it once, at the root. */
export { BaseStyle as GlobalStyle } from './BaseStyle'
