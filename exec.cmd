@rem The npm scripts begin with the exec of POSIX shells, without which npm could not pass signals on.
@rem cmd.exe has no exec and finds this file instead.
@%*
