/** Pictures of the stories, which need no server. */
const svg = (width: number, height: number, inside: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${inside}</svg>`)}`

export const LOGO = svg(
  64,
  64,
  '<rect width="64" height="64" rx="14" fill="#4f46e5"/><circle cx="32" cy="32" r="16" fill="#fde68a"/>',
)
export const BANNER = svg(
  600,
  315,
  '<rect width="600" height="315" fill="#0f766e"/><path d="M0 250 L180 120 L330 230 L450 90 L600 260 V315 H0Z" fill="#99f6e4"/>',
)
export const BROKEN = 'data:image/png;base64,AAAA'
