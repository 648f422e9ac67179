/** Ways to ask for another window, as Electron tells of them. */
export const WINDOW_FORMS = [
  { url: 'https://evil.example/', frameName: '', features: '', disposition: 'foreground-tab' },
  { url: 'app://bundle/', frameName: '', features: '', disposition: 'new-window' },
  { url: 'about:blank', frameName: 'x', features: 'width=1,height=1', disposition: 'new-window' },
  { url: '', frameName: '_blank', features: 'noopener,noreferrer', disposition: 'background-tab' },
  { url: 'javascript:1', frameName: '', features: 'nodeIntegration=1', disposition: 'new-window' },
  { url: 'data:text/html,x', frameName: '', features: 'popup', disposition: 'new-window' },
  { url: 'blob:app://bundle/1', frameName: '_top', features: '', disposition: 'other' },
  { url: 'file:///etc/passwd', frameName: '_self', features: '', disposition: 'default' },
] as const;
