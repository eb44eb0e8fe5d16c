# Writes text files into one: cmake -DOUTPUT=x.txt -DINPUTS=a.c;b.h -P Bundle.cmake
# Each file follows a line with its name, `@@@ a.c`.
set(text "")
foreach(input ${INPUTS})
  get_filename_component(name ${input} NAME)
  file(READ ${input} content)
  string(APPEND text "@@@ ${name}\n${content}")
endforeach()
file(WRITE ${OUTPUT} "${text}")
