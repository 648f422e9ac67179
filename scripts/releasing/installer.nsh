; What electron-builder's installer for Windows does besides its own work. makensis includes this file.

; Without this page there is one kind of installation: for the user who starts the installer.
!macro customInstallMode
  StrCpy $isForceCurrentInstall "1"
!macroend

!ifdef BUILD_UNINSTALLER
  ; By their numbers, because the languages are declared later: 1043 is Dutch, 1033 English.
  LangString deleteTilldeskData 1043 "Ook de gegevens van Tilldesk verwijderen, met alle bestellingen, klanten en instellingen?$\r$\n$\r$\nZe staan in $LOCALAPPDATA\Tilldesk. Verwijderde gegevens komen niet terug."
  LangString deleteTilldeskData 1033 "Delete the data of Tilldesk too, with all orders, customers and settings?$\r$\n$\r$\nIt is in $LOCALAPPDATA\Tilldesk. Deleted data cannot be restored."

  !macro customUnInstall
    ; A new version uninstalls the old one first.
    ${ifNot} ${isUpdated}
      ; Where Electron's app.setLoginItemSettings writes, and where Windows stores that the user has switched it off.
      DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "${APP_ID}"
      DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "${APP_ID}"

      ; A silent uninstallation keeps the data, and so does a person who presses Enter.
      ${if} ${FileExists} "$LOCALAPPDATA\Tilldesk\*.*"
      ${andIf} ${Cmd} `MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "$(deleteTilldeskData)" /SD IDNO IDYES`
        RMDir /r "$LOCALAPPDATA\Tilldesk"
      ${endIf}
    ${endIf}
  !macroend
!endif
