# Writes files into one C++ source: cmake -DOUTPUT=x.cpp -DINPUTS=a.LP64.bc;a.ILP32.bc -DNAMESPACE=frontend -P Embed.cmake
# runtime.LP64.bc becomes heddle::frontend::runtimeLP64, a std::string_view.
set(text "#include <string_view>\nnamespace heddle::${NAMESPACE} {\n")
foreach(input ${INPUTS})
  get_filename_component(name ${input} NAME_WLE)
  string(REPLACE "." "" name ${name})
  file(READ ${input} bytes HEX)
  string(LENGTH "${bytes}" digits)
  math(EXPR size "${digits} / 2")
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  string(APPEND text "static const unsigned char ${name}Bytes[] = {${bytes}};\n"
    "extern const std::string_view ${name};\n"
    "const std::string_view ${name}{reinterpret_cast<const char *>(${name}Bytes), ${size}};\n")
endforeach()
file(WRITE ${OUTPUT} "${text}}\n")
