"""The command line, thin: `table-controller`. Each command's work is elsewhere, and imported when it is
asked for. A person's mistake is one clear line and a non-zero exit status, never a traceback.
"""

from controller.cli.app import main

if __name__ == "__main__":
    main()
