import './fonts.css'

/** The one global sheet, with its fonts. Render it once, at the root. */
export { BaseStyle as GlobalStyle } from './BaseStyle'
