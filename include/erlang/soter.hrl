%% The header of programs that were written for Soter: the same macros.
-include("heddle.hrl").
